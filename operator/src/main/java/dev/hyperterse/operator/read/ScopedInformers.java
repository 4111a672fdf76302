package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The watches of one kind, read as if they were one. Their namespaces do not overlap. */
final class ScopedInformers<T extends HasMetadata> implements AutoCloseable {
    private final List<SharedIndexInformer<T>> informers;

    private ScopedInformers(List<SharedIndexInformer<T>> informers) {
        this.informers = List.copyOf(informers);
    }

    /** @param objects from {@link ScopedKind#in}, filtered */
    static <T extends HasMetadata, L extends KubernetesResourceList<T>> ScopedInformers<T> over(
            Stream<FilterWatchListDeletable<T, L, ?>> objects) {
        return new ScopedInformers<>(objects.<SharedIndexInformer<T>>map(
                        it -> it.withLimit(Subscription.PAGE).runnableInformer(0))
                .toList());
    }

    /** Before the start. */
    void index(String name, Function<T, List<String>> keys) {
        informers.forEach(informer -> informer.addIndexers(Map.of(name, keys)));
    }

    /** The stage completes when everything that exists has been read. */
    CompletionStage<Void> start(UnaryOperator<T> trim, BiConsumer<Optional<T>, Optional<T>> changed) {
        return CompletableFuture.allOf(informers.stream()
                .map(informer -> Subscription.start(informer, trim, changed).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    Optional<T> find(String namespace, String name) {
        var key = namespace + "/" + name;
        return informers.stream()
                .map(informer -> informer.getIndexer().getByKey(key))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** In no order. */
    List<T> all() {
        return informers.stream()
                .flatMap(informer -> informer.getIndexer().list().stream())
                .toList();
    }

    /** In no order. */
    List<T> byIndex(String name, String key) {
        return informers.stream()
                .flatMap(informer -> informer.getIndexer().byIndex(name, key).stream())
                .toList();
    }

    boolean running() {
        return informers.stream().allMatch(SharedIndexInformer::isRunning);
    }

    /** A watch whose connection broke is closed for the moment before it goes on. */
    boolean watching() {
        return informers.stream().allMatch(SharedIndexInformer::isWatching);
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::stop);
    }
}
