package dev.hyperterse.operator.trace;

import java.util.function.Supplier;

/** The trace of one reconciliation of one server. One thread at a time. */
public interface ReconcileTrace {
    /** Where no collector is named. */
    ReconcileTrace NONE = new ReconcileTrace() {
        @Override
        public <T> T stage(ReconcileStage stage, Supplier<T> work) {
            return work.get();
        }

        @Override
        public void published(String revision, int served) {}

        @Override
        public void ended(String outcome) {}

        @Override
        public void failed(Throwable cause) {}
    };

    /** Does the work, as a stage of the trace. */
    <T> T stage(ReconcileStage stage, Supplier<T> work);

    /** The index names that revision, with so many definitions. */
    void published(String revision, int served);

    /** The reconciliation is over. */
    void ended(String outcome);

    /** The reconciliation failed, and is retried. */
    void failed(Throwable cause);
}
