package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.dsl.Listable;
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
    static <T extends HasMetadata> Stream<String> between(
            SharedIndexInformer<T> informer, Listable<? extends KubernetesResourceList<T>> objects) {
        var shown = new HashMap<String, String>();
        note(informer.getStore().list(), shown);
        var held = held(objects);
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

    /** Page by page: of each object only the version is kept. */
    private static <T extends HasMetadata> Map<String, String> held(
            Listable<? extends KubernetesResourceList<T>> objects) {
        var versions = new HashMap<String, String>();
        var page = new ListOptionsBuilder().withLimit(Following.PAGE);
        String next;
        do {
            var list = objects.list(page.build());
            note(list.getItems(), versions);
            next = list.getMetadata().getContinue();
            page.withContinue(next);
        } while (next != null && !next.isEmpty());
        return versions;
    }

    private static <T extends HasMetadata> void note(List<T> objects, Map<String, String> versions) {
        objects.forEach(object -> versions.put(
                Cache.metaNamespaceKeyFunc(object), object.getMetadata().getResourceVersion()));
    }
}
