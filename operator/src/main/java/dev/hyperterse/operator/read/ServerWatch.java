package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Follows the servers of a scope. */
final class ServerWatch implements AutoCloseable {
    private final ScopedInformers<HyperterseServer> informers;
    private final Consumer<ClusterEvent> events;

    ServerWatch(KubernetesClient client, Scope scope, Consumer<ClusterEvent> events) {
        this.events = events;
        this.informers = ScopedInformers.over(ScopedKind.in(scope, client.resources(HyperterseServer.class)).stream());
    }

    ScopedInformers<HyperterseServer> informers() {
        return informers;
    }

    CompletionStage<Void> start() {
        return informers.start(TrimmedStore::withForeignStatusWriters, this::changed);
    }

    Optional<HyperterseServer> find(ServerKey key) {
        return informers.find(key.namespace(), key.name());
    }

    List<HyperterseServer> all() {
        return informers.all();
    }

    private void changed(Optional<HyperterseServer> before, Optional<HyperterseServer> after) {
        if (!Objects.equals(before.map(ServerWatch::uid), after.map(ServerWatch::uid))) {
            events.accept(
                    new ClusterEvent.PodsChanged(key(after.or(() -> before).orElseThrow())));
        }
        // Also beside an edit: a list after a lost watch shows both at once.
        if (before.isPresent() && after.isPresent() && statusDiffers(before.get(), after.get())) {
            events.accept(new ClusterEvent.ServerStatusWritten(key(after.get())));
        }
        if (before.isEmpty() || after.isEmpty() || decides(before.get(), after.get())) {
            events.accept(
                    new ClusterEvent.ServerAffected(key(after.or(() -> before).orElseThrow())));
        }
    }

    private static boolean decides(HyperterseServer before, HyperterseServer after) {
        return !Objects.equals(
                        before.getMetadata().getGeneration(),
                        after.getMetadata().getGeneration())
                || !uid(before).equals(uid(after));
    }

    private static boolean statusDiffers(HyperterseServer before, HyperterseServer after) {
        return uid(before).equals(uid(after)) && !Objects.equals(before.getStatus(), after.getStatus());
    }

    private static String uid(HyperterseServer server) {
        return server.getMetadata().getUid();
    }

    static ServerKey key(HyperterseServer server) {
        return new ServerKey(
                server.getMetadata().getNamespace(), server.getMetadata().getName());
    }

    @Override
    public void close() {
        informers.close();
    }
}
