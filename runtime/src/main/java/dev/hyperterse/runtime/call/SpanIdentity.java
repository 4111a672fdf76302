package dev.hyperterse.runtime.call;

/**
 * Identifies a recorded span.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 */
public record SpanIdentity(String traceId, String spanId) {}
