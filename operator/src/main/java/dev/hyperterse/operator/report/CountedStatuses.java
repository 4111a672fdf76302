package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;

/** Counts what is written to another store, and what was kept from being written. */
record CountedStatuses(StatusStore store, OperatorMetrics metrics) implements StatusStore {
    @Override
    public void write(LeafKey leaf, String uid, LeafStatus status) {
        count(() -> store.write(leaf, uid, status));
    }

    @Override
    public void write(ServerKey server, String uid, HyperterseServerStatus status) {
        count(() -> store.write(server, uid, status));
    }

    private void count(Runnable write) {
        var well = false;
        try {
            write.run();
            well = true;
        } finally {
            metrics.statusWritten(well);
        }
    }
}
