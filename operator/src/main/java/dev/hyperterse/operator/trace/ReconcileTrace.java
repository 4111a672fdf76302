package dev.hyperterse.operator.trace;

import java.util.function.Supplier;

/** The trace of one reconciliation of one server. One thread at a time. */
public interface ReconcileTrace {
    ReconcileTrace NONE = new Untraced();

    /** Does the work, as a stage of the trace. */
    <T> T stage(Stage stage, Supplier<T> work);

    /** The index names that revision, with so many definitions. */
    void published(String revision, int served);

    /** It came to its end. */
    void ended(String outcome);

    /** It did not, and is tried again. */
    void failed(Throwable cause);
}
