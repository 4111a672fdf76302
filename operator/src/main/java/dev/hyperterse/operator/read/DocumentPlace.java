package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.ObjectName;
import dev.hyperterse.operator.workload.WorkloadNames;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** The ConfigMaps or the Secrets of one namespace: what one watch of documents follows. */
record DocumentPlace(ObjectName.Type type, String namespace) {
    /** An object is at most 1 MiB, and how many there are is up to whoever may make them: all at once can be too many. */
    private static final long PAGE = 20;

    static DocumentPlace of(ObjectName name) {
        return new DocumentPlace(name.type(), name.namespace());
    }

    /**
     * A watch of a place.
     *
     * @param ready when it has read what exists
     * @param refused when the API server said that this process may not; it goes on asking
     */
    record Watch(SharedIndexInformer<?> informer, CompletionStage<Void> ready, CompletionStage<Void> refused) {
        /** Whether it follows, as soon as that is known. */
        CompletableFuture<Boolean> follows() {
            return ready.thenApply(_ -> true)
                    .applyToEither(refused.thenApply(_ -> false), it -> it)
                    .toCompletableFuture();
        }
    }

    /** @param changed gets the name of an object and its version, which is empty when it was deleted */
    Watch watch(KubernetesClient client, BiConsumer<ObjectName, Optional<String>> changed) {
        return switch (type) {
            case CONFIG_MAP -> watch(client.configMaps().inNamespace(namespace), changed);
            case SECRET -> watch(client.secrets().inNamespace(namespace), changed);
        };
    }

    /** To follow what the operator writes would be to follow every tenant's statements; it is no document either. */
    private <T extends HasMetadata> Watch watch(
            FilterWatchListDeletable<T, ?, ?> objects, BiConsumer<ObjectName, Optional<String>> changed) {
        var informer = objects.withoutLabel(WorkloadNames.MANAGER_LABEL, WorkloadNames.OPERATOR)
                .withLimit(PAGE)
                .runnableInformer(0);
        var refused = new CompletableFuture<Void>();
        var ready = Subscription.start(
                informer,
                DocumentPlace::nameAndVersion,
                (before, after) ->
                        changed.accept(name(after.or(() -> before).orElseThrow()), after.map(it -> it.getMetadata()
                                .getResourceVersion())),
                () -> refused.complete(null));
        return new Watch(informer, ready, refused);
    }

    private ObjectName name(HasMetadata object) {
        return new ObjectName(type, namespace, object.getMetadata().getName());
    }

    /** Forgets the rest of what a watch has received. */
    static <T extends HasMetadata> T nameAndVersion(T object) {
        var metadata = object.getMetadata();
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withLabels(metadata.getLabels())
                .withResourceVersion(metadata.getResourceVersion())
                .build());
        switch (object) {
            case ConfigMap map -> {
                map.setData(null);
                map.setBinaryData(null);
            }
            case Secret secret -> secret.setData(null);
            default -> {}
        }
        return object;
    }
}
