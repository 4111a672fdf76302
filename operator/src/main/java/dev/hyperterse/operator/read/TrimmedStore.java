package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What an informer remembers of objects: less than it receives. */
final class TrimmedStore<T extends HasMetadata> implements ItemStore<T> {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final Map<String, T> items = new ConcurrentHashMap<>();
    private final UnaryOperator<T> trim;

    TrimmedStore(UnaryOperator<T> trim) {
        this.trim = trim;
    }

    /** Who wrote which field, and the copy that kubectl keeps: often more than the object itself. */
    static <T extends HasMetadata> T withoutBookkeeping(T object) {
        var metadata = object.getMetadata();
        metadata.setManagedFields(null);
        if (metadata.getAnnotations() != null && metadata.getAnnotations().containsKey(LAST_APPLIED)) {
            metadata.getAnnotations().remove(LAST_APPLIED);
        }
        return object;
    }

    @Override
    public String getKey(T object) {
        return Cache.metaNamespaceKeyFunc(object);
    }

    @Override
    public T put(String key, T object) {
        return items.put(key, trim.apply(object));
    }

    @Override
    public T remove(String key) {
        return items.remove(key);
    }

    @Override
    public Stream<String> keySet() {
        return items.keySet().stream();
    }

    @Override
    public Stream<T> values() {
        return items.values().stream();
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public T get(String key) {
        return items.get(key);
    }
}
