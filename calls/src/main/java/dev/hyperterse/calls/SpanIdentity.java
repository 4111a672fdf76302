package dev.hyperterse.calls;

/**
 * Identifies a span.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 * @param sampled whether the span is recorded
 */
public record SpanIdentity(String traceId, String spanId, boolean sampled) {
    /** The header of W3C Trace Context for a request within this span. */
    public String traceparent() {
        return "00-%s-%s-%s".formatted(traceId, spanId, sampled ? "01" : "00");
    }
}
