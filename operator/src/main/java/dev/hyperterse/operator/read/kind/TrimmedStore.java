package dev.hyperterse.operator.read.kind;

import dev.hyperterse.operator.model.StatusWriters;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** The cache of an informer, which keeps less of each object than it receives. */
public final class TrimmedStore<T extends HasMetadata> extends BasicItemStore<T> {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final UnaryOperator<T> trim;

    TrimmedStore(UnaryOperator<T> trim) {
        super(Cache::metaNamespaceKeyFunc);
        this.trim = trim;
    }

    /** As {@link #withoutBookkeeping}, but for the names of other writers of the status. */
    public static <T extends HasMetadata> T withForeignStatusWriters(T object) {
        var foreign = StatusWriters.foreignEntries(object.getMetadata());
        var trimmed = withoutBookkeeping(object);
        if (!foreign.isEmpty()) {
            trimmed.getMetadata().setManagedFields(foreign);
        }
        return trimmed;
    }

    /** Notes of which writer wrote which field, and the copy that kubectl keeps: often more than the object itself. */
    public static <T extends HasMetadata> T withoutBookkeeping(T object) {
        var metadata = object.getMetadata();
        metadata.setManagedFields(null);
        if (metadata.getAnnotations() != null && metadata.getAnnotations().containsKey(LAST_APPLIED)) {
            metadata.getAnnotations().remove(LAST_APPLIED);
        }
        return object;
    }

    /** All that a watch of documents needs: it receives whole objects. */
    public static <T extends HasMetadata> T nameAndVersion(T object) {
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

    /** A watch that is renewed lists everything again. What did not change stays the object that it was. */
    @Override
    public T put(String key, T object) {
        var before = get(key);
        var trimmed = trim.apply(object);
        if (before == null) {
            return super.put(key, trimmed);
        }
        // Also the content: an API server that was restored gives versions and generations another time.
        if (version(before).equals(version(trimmed)) && before.equals(trimmed)) {
            return before;
        }
        shareSpec(before, trimmed);
        return super.put(key, trimmed);
    }

    /** A status is written more often than a spec, and the compiler keeps the spec. */
    @SuppressWarnings("unchecked")
    private static void shareSpec(HasMetadata before, HasMetadata after) {
        if (before instanceof CustomResource<?, ?> known
                && after instanceof CustomResource<?, ?> changed
                && before.getMetadata().getUid().equals(after.getMetadata().getUid())
                && Objects.equals(known.getSpec(), changed.getSpec())) {
            ((CustomResource<Object, ?>) changed).setSpec(known.getSpec());
        }
    }

    private static String version(HasMetadata object) {
        return object.getMetadata().getResourceVersion();
    }
}
