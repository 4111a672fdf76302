package dev.hyperterse.operator.trace;

import dev.hyperterse.operator.resolve.ServerKey;

/** Begins the trace of a reconciliation. */
@FunctionalInterface
public interface ReconcileTraces {
    ReconcileTraces NONE = _ -> ReconcileTrace.NONE;

    ReconcileTrace begin(ServerKey server);
}
