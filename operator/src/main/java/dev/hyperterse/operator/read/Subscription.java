package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One watch that is never given up: whatever ends it, it is opened again. */
final class Subscription {
    /**
     * How many objects a list asks for at once. A list without pages may come from an old cache of the API server, and holds
     * everything that exists in memory twice.
     */
    static final long PAGE = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

    private Subscription() {}

    /**
     * Starts it. The stage completes when everything that exists has been read.
     *
     * @param changed gets the object before and after; a created one has no before, a deleted one no after
     */
    static <T extends HasMetadata> CompletionStage<Void> start(
            SharedIndexInformer<T> informer, UnaryOperator<T> trim, BiConsumer<Optional<T>, Optional<T>> changed) {
        return start(informer, trim, changed, () -> {});
    }

    /** @param refused is run each time the API server says that this process has no right to */
    static <T extends HasMetadata> CompletionStage<Void> start(
            SharedIndexInformer<T> informer,
            UnaryOperator<T> trim,
            BiConsumer<Optional<T>, Optional<T>> changed,
            Runnable refused) {
        informer.itemStore(new TrimmedStore<>(trim));
        informer.addEventHandler(new ResourceEventHandler<T>() {
            @Override
            public void onAdd(T object) {
                changed.accept(Optional.empty(), Optional.of(object));
            }

            @Override
            public void onUpdate(T before, T after) {
                changed.accept(Optional.of(before), Optional.of(after));
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                changed.accept(Optional.of(object), Optional.empty());
            }
        });
        var type = informer.getApiTypeClass().getSimpleName();
        informer.exceptionHandler((started, failure) -> {
            LOG.atWarn()
                    .addKeyValue("event", "watch_failed")
                    .addKeyValue("kind", type)
                    .addKeyValue("reason", failure.getMessage())
                    .log("is opened again");
            if (Refusal.in(failure)) {
                refused.run();
            }
            return true;
        });
        return informer.start();
    }
}
