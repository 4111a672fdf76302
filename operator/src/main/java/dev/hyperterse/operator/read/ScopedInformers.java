package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Listable;
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
    private final List<Part<T>> parts;

    private record Part<T extends HasMetadata>(
            SharedIndexInformer<T> informer, Listable<? extends KubernetesResourceList<T>> objects) {}

    private ScopedInformers(List<Part<T>> parts) {
        this.parts = List.copyOf(parts);
    }

    /** @param objects from {@link ScopedKind#in}, filtered */
    static <T extends HasMetadata, L extends KubernetesResourceList<T>> ScopedInformers<T> over(
            Stream<FilterWatchListDeletable<T, L, ?>> objects) {
        return new ScopedInformers<>(objects.map(ScopedInformers::<T, L>part).toList());
    }

    private static <T extends HasMetadata, L extends KubernetesResourceList<T>> Part<T> part(
            FilterWatchListDeletable<T, L, ?> objects) {
        return new Part<>(objects.withLimit(Following.PAGE).runnableInformer(0), objects);
    }

    /** Before the start. */
    void index(String name, Function<T, List<String>> keys) {
        parts.forEach(part -> part.informer().addIndexers(Map.of(name, keys)));
    }

    /** The stage completes when everything that exists has been read. */
    CompletionStage<Void> start(UnaryOperator<T> trim, BiConsumer<Optional<T>, Optional<T>> changed) {
        return CompletableFuture.allOf(parts.stream()
                .map(part -> Following.start(part.informer(), trim, changed).toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    Optional<T> find(String namespace, String name) {
        var key = namespace + "/" + name;
        return informers()
                .map(informer -> informer.getIndexer().getByKey(key))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** In no order. */
    List<T> all() {
        return informers()
                .flatMap(informer -> informer.getIndexer().list().stream())
                .toList();
    }

    /** In no order. */
    List<T> byIndex(String name, String key) {
        return informers()
                .flatMap(informer -> informer.getIndexer().byIndex(name, key).stream())
                .toList();
    }

    boolean running() {
        return informers().allMatch(SharedIndexInformer::isRunning);
    }

    /** A watch whose connection broke is closed for the moment before it goes on. */
    boolean watching() {
        return informers().allMatch(SharedIndexInformer::isWatching);
    }

    /** What the API server holds otherwise than the watches have shown. */
    Stream<String> differences() {
        return parts.stream().flatMap(part -> Differences.between(part.informer(), part.objects()));
    }

    private Stream<SharedIndexInformer<T>> informers() {
        return parts.stream().map(Part::informer);
    }

    @Override
    public void close() {
        informers().forEach(SharedIndexInformer::stop);
    }
}
