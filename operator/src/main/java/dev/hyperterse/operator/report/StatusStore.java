package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;

/** Where statuses go. Whatever keeps a write from being done is thrown; what returned stands there. */
interface StatusStore {
    void write(LeafKey leaf, String uid, LeafStatus status);

    void write(ServerKey server, String uid, HyperterseServerStatus status);
}
