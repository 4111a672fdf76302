package dev.hyperterse.operator.read.document;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.operator.read.kind.InformerSubscription;
import dev.hyperterse.operator.read.kind.ObjectChange;
import dev.hyperterse.operator.read.kind.TrimmedStore;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Follows the ConfigMaps or Secrets that match a selector, in namespaces that are added one by one. Keeps their names,
 * labels and versions only. Not thread-safe: callers synchronize.
 */
final class ObjectWatches implements AutoCloseable {
    private final KubernetesClient client;
    private final String selector;
    private final BiConsumer<ObjectName, ObjectChange<?>> changed;
    private final Consumer<Watch> read;
    private final Map<Place, Watch> watches = new HashMap<>();

    /** @param read is given a watch that has read what exists; no event shows what was deleted before */
    ObjectWatches(
            KubernetesClient client,
            String selector,
            BiConsumer<ObjectName, ObjectChange<?>> changed,
            Consumer<Watch> read) {
        this.client = client;
        this.selector = selector;
        this.changed = changed;
        this.read = read;
    }

    /** The objects that one watch follows. */
    record Place(ObjectName.Type type, String namespace) {
        static Place of(ObjectName name) {
            return new Place(name.type(), name.namespace());
        }
    }

    /**
     * One of them.
     *
     * @param ready when it has read what exists
     * @param refused when the API server has refused the right to list; the watch keeps retrying
     */
    record Watch(
            Place place,
            SharedIndexInformer<? extends HasMetadata> informer,
            CompletableFuture<Void> ready,
            CompletableFuture<Void> refused) {
        /** Whether it follows, as soon as that is known. */
        CompletableFuture<Boolean> follows() {
            return ready.thenApply(_ -> true).applyToEither(refused.thenApply(_ -> false), it -> it);
        }
    }

    Watch open(Place place) {
        return watches.computeIfAbsent(place, _ -> open(place, place.type().kind()));
    }

    Optional<Watch> find(Place place) {
        return Optional.ofNullable(watches.get(place));
    }

    int size() {
        return watches.size();
    }

    void closeIf(Predicate<Place> unused) {
        watches.values().removeIf(watch -> {
            var closes = unused.test(watch.place());
            if (closes) {
                watch.informer().stop();
            }
            return closes;
        });
    }

    private <T extends HasMetadata> Watch open(Place place, Class<T> kind) {
        var informer = client.resources(kind)
                .inNamespace(place.namespace())
                .withLabelSelector(selector)
                .withLimit(InformerSubscription.PAGE)
                .runnableInformer(0);
        var refused = new CompletableFuture<Void>();
        var ready = InformerSubscription.start(
                informer,
                TrimmedStore::nameAndVersion,
                change -> changed.accept(name(place, change), change),
                () -> refused.complete(null));
        var watch = new Watch(place, informer, ready, refused);
        ready.thenRun(() -> read.accept(watch));
        return watch;
    }

    private static ObjectName name(Place place, ObjectChange<?> change) {
        return new ObjectName(
                place.type(), place.namespace(), change.object().getMetadata().getName());
    }

    @Override
    public void close() {
        closeIf(_ -> true);
    }
}
