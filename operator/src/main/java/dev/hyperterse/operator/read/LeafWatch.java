package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Follows one kind of leaf in a scope, and finds its objects by the servers they name. */
final class LeafWatch<L extends CustomResource<?, LeafStatus>> implements AutoCloseable {
    private static final String BY_SERVER = "server";

    private final ScopedInformers<L> informers;
    private final Function<L, ObservedLeaf> observe;
    private final Consumer<ClusterEvent> events;

    LeafWatch(
            KubernetesClient client,
            Scope scope,
            Class<L> kind,
            Function<L, ObservedLeaf> observe,
            Consumer<ClusterEvent> events) {
        this.observe = observe;
        this.events = events;
        this.informers = ScopedInformers.over(ScopedKind.in(scope, client.resources(kind)).stream());
        informers.index(BY_SERVER, leaf -> observe.apply(leaf).servers().stream()
                .map(ServerKey::toString)
                .toList());
    }

    ScopedInformers<L> informers() {
        return informers;
    }

    CompletionStage<Void> start() {
        return informers.start(TrimmedStore::withForeignStatusWriters, this::changed);
    }

    /** In no order. */
    List<L> of(ServerKey server) {
        return informers.byIndex(BY_SERVER, server.toString());
    }

    List<LeafKey> naming(ServerKey server) {
        return informers.byIndex(BY_SERVER, server.toString()).stream()
                .map(leaf -> observe.apply(leaf).key())
                .toList();
    }

    Optional<ObservedLeaf> find(LeafKey key) {
        return informers.find(key.namespace(), key.name()).map(observe);
    }

    List<ObservedLeaf> all() {
        return informers.all().stream().map(observe).toList();
    }

    private void changed(Optional<L> before, Optional<L> after) {
        var was = before.map(observe);
        var is = after.map(observe);
        // Also beside an edit: a list after a lost watch shows both at once.
        if (was.isPresent() && is.isPresent() && statusDiffers(was.get(), is.get())) {
            events.accept(new ClusterEvent.LeafStatusWritten(is.get().key()));
        }
        if (decides(was, is)) {
            events.accept(
                    new ClusterEvent.LeafChanged(is.or(() -> was).orElseThrow().key(), concerned(was, is)));
        }
    }

    private static boolean statusDiffers(ObservedLeaf was, ObservedLeaf is) {
        return was.uid().equals(is.uid()) && !was.status().equals(is.status());
    }

    /** A status decides nothing. */
    static boolean decides(Optional<ObservedLeaf> was, Optional<ObservedLeaf> is) {
        return was.isEmpty()
                || is.isEmpty()
                || was.get().generation() != is.get().generation()
                || !was.get().uid().equals(is.get().uid());
    }

    /** Servers that a leaf no longer names must stop to serve it. */
    static Set<ServerKey> concerned(Optional<ObservedLeaf> was, Optional<ObservedLeaf> is) {
        var servers = new LinkedHashSet<ServerKey>();
        was.ifPresent(leaf -> servers.addAll(leaf.servers()));
        is.ifPresent(leaf -> servers.addAll(leaf.servers()));
        return servers;
    }

    @Override
    public void close() {
        informers.close();
    }
}
