package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.Optional;
import java.util.Set;

/** Hands changes on from the moment on at which this process leads; on standby it follows them for itself. */
final class Audience implements ClusterEvents {
    private volatile Optional<ClusterEvents> listener = Optional.empty();

    void tell(ClusterEvents next) {
        listener = Optional.of(next);
    }

    @Override
    public void serverConcerned(ServerKey server) {
        listener.ifPresent(it -> it.serverConcerned(server));
    }

    @Override
    public void leafChanged(LeafKey leaf, Set<ServerKey> servers) {
        listener.ifPresent(it -> it.leafChanged(leaf, servers));
    }

    @Override
    public void statusWritten(LeafKey leaf) {
        listener.ifPresent(it -> it.statusWritten(leaf));
    }

    @Override
    public void statusWritten(ServerKey server) {
        listener.ifPresent(it -> it.statusWritten(server));
    }

    @Override
    public void catalogTouched(ServerKey server) {
        listener.ifPresent(it -> it.catalogTouched(server));
    }

    @Override
    public void podsChanged(ServerKey server) {
        listener.ifPresent(it -> it.podsChanged(server));
    }
}
