package dev.hyperterse.operator.read.kind;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts an informer, whose watch is reopened whenever it ends. */
public final class InformerSubscription {
    /**
     * How many objects a list asks for at once. The client holds the text of a page twice before it reads it, of all kinds at
     * the same time, and one object may have 1.5 MiB. A list without pages may come from an old cache of the API server.
     */
    public static final long PAGE = 5;

    private static final Logger LOG = LoggerFactory.getLogger(InformerSubscription.class);

    private InformerSubscription() {}

    /**
     * Starts it. The future completes when everything that exists has been read, and passed on as changes: an event of what
     * was read already would be taken for a change after it.
     *
     * @param trim forgets what is not needed of an object
     * @param refused is run each time the API server says that this process has no right to
     */
    public static <T extends HasMetadata> CompletableFuture<Void> start(
            SharedIndexInformer<T> informer,
            UnaryOperator<T> trim,
            Consumer<ObjectChange<T>> changed,
            Runnable refused) {
        var passedOn = new CompletableFuture<Void>();
        informer.itemStore(new TrimmedStore<>(trim));
        informer.addEventHandler(new ResourceEventHandler<T>() {
            /** Called after the events of the list. */
            @Override
            public void onList(String resourceVersion, boolean empty) {
                passedOn.complete(null);
            }

            @Override
            public void onAdd(T object) {
                changed.accept(new ObjectChange<>(Optional.empty(), Optional.of(object)));
            }

            @Override
            public void onUpdate(T before, T after) {
                changed.accept(new ObjectChange<>(Optional.of(before), Optional.of(after)));
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                changed.accept(new ObjectChange<>(Optional.of(object), Optional.empty()));
            }
        });
        var type = informer.getApiTypeClass().getSimpleName();
        informer.exceptionHandler((started, failure) -> {
            LOG.atWarn()
                    .addKeyValue("event", "watch_failed")
                    .addKeyValue("kind", type)
                    .addKeyValue("reason", failure.getMessage())
                    .log("is opened again");
            if (isRefusal(failure)) {
                refused.run();
            }
            return true;
        });
        return informer.start().thenCompose(_ -> passedOn).toCompletableFuture();
    }

    /** An API server that cannot let this process read at the moment is no refusal. */
    private static boolean isRefusal(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(cause -> cause instanceof KubernetesClientException refused
                        && refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN);
    }
}
