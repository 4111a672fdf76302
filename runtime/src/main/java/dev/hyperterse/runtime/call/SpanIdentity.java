package dev.hyperterse.runtime.call;

/**
 * Identifies a recorded span.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 */
public record SpanIdentity(String traceId, String spanId) {
    /** The header of W3C Trace Context for a request within this span, which is sampled. */
    public String traceparent() {
        return "00-%s-%s-01".formatted(traceId, spanId);
    }
}
