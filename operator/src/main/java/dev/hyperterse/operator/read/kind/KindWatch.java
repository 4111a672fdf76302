package dev.hyperterse.operator.read.kind;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Follows the objects of one kind, and finds them by the servers that they concern. A scope of namespaces has a watch for
 * each of them, read as one: they do not overlap.
 */
public final class KindWatch<T extends HasMetadata> implements KindFollower {
    private static final String BY_SERVER = "server";

    private final List<SharedIndexInformer<T>> informers;
    private final UnaryOperator<T> trim;
    private final Consumer<ObjectChange<T>> changed;

    /**
     * @param objects from {@link ScopedKind#in}, filtered
     * @param trim forgets what is not needed of an object
     */
    public KindWatch(
            Stream<? extends FilterWatchListDeletable<T, ?, ?>> objects,
            Function<T, Collection<ServerKey>> servers,
            UnaryOperator<T> trim,
            Consumer<ObjectChange<T>> changed) {
        this.informers = objects.<SharedIndexInformer<T>>map(
                        it -> it.withLimit(InformerSubscription.PAGE).runnableInformer(0))
                .toList();
        this.trim = trim;
        this.changed = changed;
        Function<T, List<String>> keys = object ->
                servers.apply(object).stream().map(ServerKey::toString).toList();
        informers.forEach(informer -> informer.addIndexers(Map.of(BY_SERVER, keys)));
    }

    /** Of the objects that carry the label of a server. */
    public static <T extends HasMetadata> KindWatch<T> labelled(
            KubernetesClient client,
            Scope scope,
            Class<T> kind,
            UnaryOperator<T> trim,
            Consumer<ObjectChange<T>> changed) {
        return new KindWatch<>(
                ScopedKind.in(scope, client.resources(kind)).stream()
                        .map(it -> it.withLabel(WorkloadNames.SERVER_LABEL)),
                object -> List.of(WorkloadNames.server(object)),
                trim,
                changed);
    }

    @Override
    public CompletableFuture<Void> start() {
        return CompletableFuture.allOf(informers.stream()
                .map(informer -> InformerSubscription.start(informer, trim, changed, () -> {}))
                .toArray(CompletableFuture[]::new));
    }

    public Optional<T> find(String namespace, String name) {
        return find(namespace + "/" + name);
    }

    /** Of a kind that has no namespaces, by its name. */
    public Optional<T> find(String key) {
        return informers.stream()
                .map(informer -> informer.getIndexer().getByKey(key))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** In no order. */
    public List<T> all() {
        return informers.stream()
                .flatMap(informer -> informer.getIndexer().list().stream())
                .toList();
    }

    /** Those that concern a server, in no order. */
    public List<T> of(ServerKey server) {
        return informers.stream()
                .flatMap(informer -> informer.getIndexer().byIndex(BY_SERVER, server.toString()).stream())
                .toList();
    }

    @Override
    public boolean running() {
        return informers.stream().allMatch(SharedIndexInformer::isRunning);
    }

    @Override
    public boolean watching() {
        return informers.stream().allMatch(SharedIndexInformer::isWatching);
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::stop);
    }
}
