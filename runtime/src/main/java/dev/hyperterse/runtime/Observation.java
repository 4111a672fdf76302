package dev.hyperterse.runtime;

import dev.hyperterse.runtime.audit.AuditLog;
import dev.hyperterse.runtime.observe.Readiness;
import dev.hyperterse.runtime.observe.ServedRevision;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import dev.hyperterse.telemetry.metrics.ProcessMetrics;
import java.io.OutputStream;

/** The observable state of a replica; exists before its first catalog does. */
public record Observation(Readiness readiness, MetricRegistry metrics, ServedRevision revision, AuditLog audit) {
    /** Writes records to standard error, because standard output is used otherwise. */
    public static Observation begin() {
        return begin(System.err);
    }

    /** @param audit where records of calls are written */
    public static Observation begin(OutputStream audit) {
        var metrics = new MetricRegistry();
        ProcessMetrics.register(metrics);
        return new Observation(new Readiness(), metrics, new ServedRevision(), new AuditLog(audit, metrics));
    }
}
