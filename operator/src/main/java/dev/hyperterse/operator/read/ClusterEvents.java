package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.Set;

/** What a change concerns. Called by the threads of watches: whoever listens notes it and returns. */
public interface ClusterEvents {
    /** Something that decides what the server serves has changed. */
    void serverConcerned(ServerKey server);

    /**
     * A leaf was created, edited or deleted.
     *
     * @param servers those that it names or has named before
     */
    void leafChanged(LeafKey leaf, Set<ServerKey> servers);

    /**
     * The status of a leaf was written, by this process or by another writer.
     *
     * @param before the leaf as it was
     */
    void statusWritten(ObservedLeaf before);

    /**
     * The status of a server was written, by this process or by another writer.
     *
     * @param before the server as it was
     */
    void statusWritten(HyperterseServer before);

    /** An object of the server's catalog was written or deleted, by this process or by somebody else. */
    void catalogTouched(ServerKey server);

    /** Pods of the server came, went or changed their state, or the server did: pods count while it exists. */
    void podsChanged(ServerKey server);
}
