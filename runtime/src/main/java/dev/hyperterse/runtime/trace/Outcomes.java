package dev.hyperterse.runtime.trace;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;

/** Counts what a collector took, and what it did not. */
record Outcomes(Counter sent, Counter lost) {
    static Outcomes of(MetricRegistry metrics, String name, String help) {
        return new Outcomes(
                metrics.counter(name, help, Labels.of("outcome", "sent")),
                metrics.counter(name, help, Labels.of("outcome", "lost")));
    }

    CompletableResultCode count(CompletableResultCode result, int size) {
        return result.whenComplete(() -> (result.isSuccess() ? sent : lost).add(size));
    }
}
