package dev.hyperterse.operator.observe;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.ReplicaAnswer;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.Optional;

/** Where a pod says what it serves. */
interface ReplicaAdmin extends AutoCloseable {
    /**
     * @param known what it was found to serve; it answers when that changes, or after a while
     * @throws UnreachableReplica when it does not answer as a replica of that server does
     */
    ReplicaAnswer ask(ServerKey server, RuntimeEndpoint pod, Optional<Revision> known) throws InterruptedException;

    @Override
    default void close() {}
}
