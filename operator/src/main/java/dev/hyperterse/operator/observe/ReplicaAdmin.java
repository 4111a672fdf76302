package dev.hyperterse.operator.observe;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import java.util.Optional;

/** The admin port of a pod, which reports what it serves. */
interface ReplicaAdmin extends AutoCloseable {
    /**
     * Empty when it does not answer, or not as a replica of that server does.
     *
     * @param known what it answered last; it answers when that is no longer so, or after a while. At once where it has
     *     nothing live
     */
    Optional<ReplicaAnswer> ask(ServerKey server, RuntimeEndpoint pod, Optional<ReplicaAnswer> known)
            throws InterruptedException;

    /** Forgets what that pod answered last. */
    default void forget(RuntimeEndpoint pod) {}

    @Override
    default void close() {}
}
