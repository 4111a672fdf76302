package dev.hyperterse.operator.read;

import dev.hyperterse.operator.read.ObjectWatches.Place;
import dev.hyperterse.operator.read.ObjectWatches.Watch;
import dev.hyperterse.operator.resolve.ObjectName;
import dev.hyperterse.operator.resolve.ResourceVersions;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.resolve.WorkloadNames;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * In which version the API server holds the objects that catalogs are published in, so that a leader notices when somebody
 * else changes one. Names and versions are all that is kept.
 */
final class CatalogWatch implements AutoCloseable {
    private final Consumer<ServerKey> touched;
    private final Map<ServerKey, Map<ObjectName, ObservedVersion>> versions = new ConcurrentHashMap<>();
    private final Set<ServerKey> followed = ConcurrentHashMap.newKeySet();
    private final ObjectWatches watches;

    CatalogWatch(KubernetesClient client, Consumer<ServerKey> touched) {
        this.touched = touched;
        this.watches = new ObjectWatches(
                client,
                WorkloadNames.SERVER_LABEL,
                this::changed,
                // No event shows what was deleted before.
                watch -> followedIn(watch.place().namespace()).forEach(touched));
    }

    /**
     * From now on also where that server's catalog is.
     *
     * @param withValues whether it has a Secret: elsewhere there may be no right to follow Secrets
     */
    synchronized void follow(ServerKey server, boolean withValues) {
        followed.add(server);
        watches.open(new Place(ObjectName.Type.CONFIG_MAP, server.namespace()));
        if (withValues) {
            watches.open(new Place(ObjectName.Type.SECRET, server.namespace()));
        }
    }

    Map<ObjectName, ObservedVersion> of(ServerKey server) {
        return Map.copyOf(versions.getOrDefault(server, Map.of()));
    }

    /** The server is gone; what is left of its catalog goes as the API server says so. */
    synchronized void forget(ServerKey server) {
        followed.remove(server);
        if (followedIn(server.namespace()).isEmpty()) {
            watches.closeIf(place -> place.namespace().equals(server.namespace()));
            versions.keySet().removeIf(it -> it.namespace().equals(server.namespace()));
            return;
        }
        versions.computeIfPresent(server, (_, seen) -> {
            seen.values().removeIf(ObservedVersion::deleted);
            return seen.isEmpty() ? null : seen;
        });
    }

    private List<ServerKey> followedIn(String namespace) {
        return followed.stream().filter(it -> it.namespace().equals(namespace)).toList();
    }

    /** Whether an object that existed in that version is certainly gone; also one that was gone before it was followed. */
    synchronized boolean isGone(ObjectName name, String version) {
        return watches.find(Place.of(name))
                .map(Watch::informer)
                .filter(watch -> isGone(watch, name, version))
                .isPresent();
    }

    private static boolean isGone(SharedIndexInformer<?> watch, ObjectName name, String version) {
        // In this order: what is read in between is newer.
        var readTo = watch.lastSyncResourceVersion();
        return (version.equals(readTo) || ResourceVersions.isBefore(version, readTo))
                && watch.getIndexer().getByKey(Cache.namespaceKeyFunc(name.namespace(), name.name())) == null;
    }

    private void changed(ObjectName name, Change<?> change) {
        var metadata = change.object().getMetadata();
        var server = new ServerKey(name.namespace(), metadata.getLabels().getOrDefault(WorkloadNames.SERVER_LABEL, ""));
        note(
                server,
                name,
                new ObservedVersion(
                        metadata.getResourceVersion(), change.after().isEmpty()));
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
        watches.close();
    }
}
