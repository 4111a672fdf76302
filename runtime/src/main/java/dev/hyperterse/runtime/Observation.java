package dev.hyperterse.runtime;

import dev.hyperterse.runtime.observe.Readiness;
import dev.hyperterse.runtime.observe.ServedRevision;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.metrics.ProcessMetrics;

/** What can be seen of a replica from outside; exists before its first catalog does. */
public record Observation(Readiness readiness, MetricRegistry metrics, ServedRevision revision) {
    /** Of a replica that is starting. */
    public static Observation begin() {
        var metrics = new MetricRegistry();
        ProcessMetrics.register(metrics);
        return new Observation(new Readiness(), metrics, new ServedRevision());
    }
}
