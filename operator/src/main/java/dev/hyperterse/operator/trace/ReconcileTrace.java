package dev.hyperterse.operator.trace;

import java.util.function.Supplier;

/** The trace of one reconciliation of one server; by itself it keeps nothing. One thread at a time. */
public interface ReconcileTrace {
    /** Where no collector is named. */
    ReconcileTrace NONE = new ReconcileTrace() {};

    /** Does the work, as a stage of the trace. */
    default <T> T stage(ReconcileStage stage, Supplier<T> work) {
        return work.get();
    }

    /** The index names that revision, with so many definitions. */
    default void published(String revision, int served) {}

    /** The reconciliation is over. */
    default void ended(String outcome) {}

    /** The reconciliation failed, and is retried. */
    default void failed(Throwable cause) {}
}
