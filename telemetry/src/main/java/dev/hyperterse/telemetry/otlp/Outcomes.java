package dev.hyperterse.telemetry.otlp;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;

/** Counts what a collector took, and what it did not. */
public record Outcomes(Counter sent, Counter lost) {
    public static Outcomes of(MetricRegistry metrics, String name, String help) {
        return new Outcomes(
                metrics.counter(name, help, Labels.of("outcome", "sent")),
                metrics.counter(name, help, Labels.of("outcome", "lost")));
    }

    public CompletableResultCode count(CompletableResultCode result, int size) {
        return result.whenComplete(() -> (result.isSuccess() ? sent : lost).add(size));
    }
}
