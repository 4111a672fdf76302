package dev.hyperterse.operator.read;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.LeafKey;
import java.util.Set;

/** The objects that a change affects. Delivered by the threads of watches, so listeners must return at once. */
public sealed interface ClusterEvent {
    /** Something that decides what the server serves has changed. */
    record ServerAffected(ServerKey server) implements ClusterEvent {}

    /**
     * A leaf was created, edited or deleted.
     *
     * @param servers those that it names or has named before
     */
    record LeafChanged(LeafKey leaf, Set<ServerKey> servers) implements ClusterEvent {}

    /** The status of a leaf was written, by this process or by another writer. */
    record LeafStatusWritten(LeafKey leaf) implements ClusterEvent {}

    /** The status of a server was written, by this process or by another writer. */
    record ServerStatusWritten(ServerKey server) implements ClusterEvent {}

    /** Pods of the server came, went or changed their state, or the server did: pods count while it exists. */
    record PodsChanged(ServerKey server) implements ClusterEvent {}
}
