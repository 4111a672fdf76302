package dev.hyperterse.operator.report.write;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.queue.OutdatedException;

/**
 * Where statuses are written to. A write replaces the status of exactly the version that is named, and returns the version
 * that it made. Any failure is thrown; of an object that has another version by now, or is gone, an
 * {@link OutdatedException}.
 */
public interface StatusStore {
    ObjectVersion write(LeafKey leaf, ObjectVersion over, LeafStatus status);

    ObjectVersion write(ServerKey server, ObjectVersion over, HyperterseServerStatus status);
}
