package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.ObjectName;
import dev.hyperterse.operator.resolve.ResourceVersions;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.workload.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * In which version the API server holds the objects that catalogs are published in, so that a leader notices when somebody
 * else changes one. Names and versions are all that is kept.
 */
final class CatalogWatch implements AutoCloseable {
    /** A page of slots is at most some 20 MB; all of them at once can be more than the heap. */
    private static final long PAGE = 40;

    private final KubernetesClient client;
    private final Consumer<ServerKey> touched;
    private final Map<ServerKey, Map<ObjectName, ObservedVersion>> versions = new ConcurrentHashMap<>();
    private final Set<ServerKey> followed = ConcurrentHashMap.newKeySet();
    private final Map<DocumentPlace, SharedIndexInformer<?>> watches = new HashMap<>();

    CatalogWatch(KubernetesClient client, Consumer<ServerKey> touched) {
        this.client = client;
        this.touched = touched;
    }

    /** From now on also where that server's catalog is. */
    synchronized void follow(ServerKey server) {
        followed.add(server);
        watches.computeIfAbsent(
                new DocumentPlace(ObjectName.Type.CONFIG_MAP, server.namespace()),
                place -> open(place, client.configMaps().inNamespace(place.namespace())));
    }

    /** Secrets are followed only where there is one: elsewhere there may be no right to. */
    synchronized void followValues(ServerKey server) {
        watches.computeIfAbsent(
                new DocumentPlace(ObjectName.Type.SECRET, server.namespace()),
                place -> open(place, client.secrets().inNamespace(place.namespace())));
    }

    Map<ObjectName, ObservedVersion> of(ServerKey server) {
        return Map.copyOf(versions.getOrDefault(server, Map.of()));
    }

    /** The server is gone; what is left of its catalog goes as the API server says so. */
    synchronized void forget(ServerKey server) {
        followed.remove(server);
        if (!followedIn(server.namespace()).isEmpty()) {
            versions.computeIfPresent(server, (_, seen) -> {
                seen.values().removeIf(ObservedVersion::deleted);
                return seen.isEmpty() ? null : seen;
            });
            return;
        }
        watches.entrySet().removeIf(entry -> {
            var unused = entry.getKey().namespace().equals(server.namespace());
            if (unused) {
                entry.getValue().stop();
            }
            return unused;
        });
        versions.keySet().removeIf(it -> it.namespace().equals(server.namespace()));
    }

    private <T extends HasMetadata> SharedIndexInformer<T> open(
            DocumentPlace place, FilterWatchListDeletable<T, ?, ?> objects) {
        var informer =
                objects.withLabel(WorkloadNames.SERVER_LABEL).withLimit(PAGE).runnableInformer(0);
        Subscription.start(informer, DocumentPlace::nameAndVersion, (before, after) -> changed(place, before, after))
                // No event tells of what was deleted before.
                .thenRun(() -> followedIn(place.namespace()).forEach(touched));
        return informer;
    }

    private List<ServerKey> followedIn(String namespace) {
        return followed.stream().filter(it -> it.namespace().equals(namespace)).toList();
    }

    /** Whether an object that existed in that version is certainly gone; also one that was gone before it was followed. */
    synchronized boolean isGone(ObjectName name, String version) {
        var watch = watches.get(DocumentPlace.of(name));
        if (watch == null) {
            return false;
        }
        // In this order: what is read in between is newer.
        var readTo = watch.lastSyncResourceVersion();
        return (version.equals(readTo) || ResourceVersions.isBefore(version, readTo))
                && watch.getIndexer().getByKey(Cache.namespaceKeyFunc(name.namespace(), name.name())) == null;
    }

    private <T extends HasMetadata> void changed(DocumentPlace place, Optional<T> before, Optional<T> after) {
        var metadata = after.or(() -> before).orElseThrow().getMetadata();
        var server =
                new ServerKey(place.namespace(), metadata.getLabels().getOrDefault(WorkloadNames.SERVER_LABEL, ""));
        note(
                server,
                new ObjectName(place.type(), place.namespace(), metadata.getName()),
                new ObservedVersion(metadata.getResourceVersion(), after.isEmpty()));
        touched.accept(server);
    }

    /** That an object was deleted is worth to be known while somebody publishes there. */
    void note(ServerKey server, ObjectName name, ObservedVersion seen) {
        versions.compute(server, (_, before) -> {
            var known = before == null ? new ConcurrentHashMap<ObjectName, ObservedVersion>() : before;
            if (seen.deleted() && !followed.contains(server)) {
                known.remove(name);
            } else {
                known.put(name, seen);
            }
            return known.isEmpty() ? null : known;
        });
    }

    @Override
    public synchronized void close() {
        watches.values().forEach(SharedIndexInformer::stop);
        watches.clear();
    }
}
