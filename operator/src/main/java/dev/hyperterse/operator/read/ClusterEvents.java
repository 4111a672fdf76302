package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.LeafKey;
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

    /** The status of a leaf was written, by this process or by another writer. */
    void statusWritten(LeafKey leaf);

    /** The status of a server was written, by this process or by another writer. */
    void statusWritten(ServerKey server);

    /** An object of the server's catalog was written or deleted, by this process or by somebody else. */
    void catalogTouched(ServerKey server);

    /** Pods of the server came, went or changed their state, or the server did: pods count while it exists. */
    void podsChanged(ServerKey server);
}
