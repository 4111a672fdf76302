package dev.hyperterse.runtime.call;

/**
 * By which a recorded span is found.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 */
public record SpanIdentity(String traceId, String spanId) {}
