package dev.hyperterse.runtime.call;

/**
 * Identifies a span.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 * @param sampled whether the span is recorded
 */
public record SpanIdentity(String traceId, String spanId, boolean sampled) {}
