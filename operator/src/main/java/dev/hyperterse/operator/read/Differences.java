package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a watch has shown against what the API server lists. */
final class Differences {
    private static final String NOT_THERE = "none";

    private Differences() {}

    /** One line for each object: two that are alike, with some time between them, are of a watch that does not move. */
    static <T extends HasMetadata> Stream<String> between(SharedIndexInformer<T> informer, List<T> listed) {
        var shown = versions(informer.getStore().list());
        var held = versions(listed);
        var keys = new TreeSet<>(shown.keySet());
        keys.addAll(held.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(shown.get(key), held.get(key)))
                .map(key -> "%s %s is held in version %s and shown in version %s"
                        .formatted(
                                informer.getApiTypeClass().getSimpleName(),
                                key,
                                held.getOrDefault(key, NOT_THERE),
                                shown.getOrDefault(key, NOT_THERE)));
    }

    private static <T extends HasMetadata> Map<String, String> versions(List<T> objects) {
        var versions = new HashMap<String, String>();
        objects.forEach(object -> versions.put(
                Cache.metaNamespaceKeyFunc(object), object.getMetadata().getResourceVersion()));
        return versions;
    }
}
