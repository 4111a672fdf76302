package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.queue.OutdatedException;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObjectVersion;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.function.Supplier;

/** Counts what is written to another store, and the writes that failed; one that another edit was faster than has not. */
record CountedStatuses(StatusStore store, OperatorMetrics metrics) implements StatusStore {
    @Override
    public ObjectVersion write(LeafKey leaf, ObjectVersion over, LeafStatus status) {
        return counted(() -> store.write(leaf, over, status));
    }

    @Override
    public ObjectVersion write(ServerKey server, ObjectVersion over, HyperterseServerStatus status) {
        return counted(() -> store.write(server, over, status));
    }

    private ObjectVersion counted(Supplier<ObjectVersion> write) {
        try {
            var written = write.get();
            metrics.statusWritten(true);
            return written;
        } catch (OutdatedException ordinary) {
            throw ordinary;
        } catch (RuntimeException | Error failed) {
            metrics.statusWritten(false);
            throw failed;
        }
    }
}
