package dev.hyperterse.telemetry.metrics;

import java.time.Instant;

/**
 * A measured value, and the recorded span that it is of.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 * @param value in the unit of its metric
 */
public record Exemplar(String traceId, String spanId, double value, Instant time) {}
