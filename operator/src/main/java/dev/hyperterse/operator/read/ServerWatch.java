package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Follows the servers of all namespaces. */
final class ServerWatch implements AutoCloseable {
    private final SharedIndexInformer<HyperterseServer> informer;
    private final ClusterEvents events;
    private final VersionOrder order;

    ServerWatch(KubernetesClient client, ClusterEvents events, VersionOrder order) {
        this.events = events;
        this.order = order;
        this.informer = client.resources(HyperterseServer.class)
                .inAnyNamespace()
                .withLimit(Following.PAGE)
                .runnableInformer(0);
    }

    Stream<String> differences(KubernetesClient client) {
        return Differences.between(
                informer, client.resources(HyperterseServer.class).inAnyNamespace());
    }

    SharedIndexInformer<HyperterseServer> informer() {
        return informer;
    }

    CompletionStage<Void> start() {
        return Following.start(informer, TrimmedStore::withForeignStatusWriters, order.checking(this::changed));
    }

    Optional<HyperterseServer> find(ServerKey key) {
        return Optional.ofNullable(informer.getIndexer().getByKey(key.toString()));
    }

    List<HyperterseServer> all() {
        return informer.getIndexer().list();
    }

    private void changed(Optional<HyperterseServer> before, Optional<HyperterseServer> after) {
        if (!Objects.equals(before.map(ServerWatch::uid), after.map(ServerWatch::uid))) {
            after.or(() -> before).map(ServerWatch::key).ifPresent(events::podsChanged);
        }
        // Also beside an edit: a list after a lost watch shows both at once.
        if (before.isPresent() && after.isPresent() && statusDiffers(before.get(), after.get())) {
            events.statusWritten(before.get());
        }
        if (before.isEmpty() || after.isEmpty() || decides(before.get(), after.get())) {
            after.or(() -> before).map(ServerWatch::key).ifPresent(events::serverConcerned);
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
        informer.stop();
    }
}
