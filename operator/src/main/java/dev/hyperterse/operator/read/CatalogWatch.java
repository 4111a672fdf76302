package dev.hyperterse.operator.read;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.ResourceVersions;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.document.ObjectWatches;
import dev.hyperterse.operator.read.document.ObjectWatches.Place;
import dev.hyperterse.operator.read.document.ObjectWatches.Watch;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Follows the objects of catalogs, so that a leader notices when another writer changes one. Keeps what its informers
 * have read last: names, labels and versions.
 */
public final class CatalogWatch implements AutoCloseable {
    private final Set<ServerKey> followed = ConcurrentHashMap.newKeySet();
    private final ObjectWatches watches;

    CatalogWatch(KubernetesClient client, Consumer<ClusterEvent.CatalogTouched> touched) {
        this.watches = new ObjectWatches(
                client,
                WorkloadNames.SERVER_LABEL,
                (_, change) -> touched.accept(new ClusterEvent.CatalogTouched(
                        WorkloadNames.server(change.object()), change.after().isEmpty())),
                // No event shows what was deleted before.
                watch -> followedIn(watch.place().namespace())
                        .forEach(it -> touched.accept(new ClusterEvent.CatalogTouched(it, false))));
    }

    /**
     * Follows the namespace of that server's catalog too.
     *
     * @param withValues whether it has a Secret: elsewhere there may be no right to follow Secrets
     */
    public synchronized void follow(ServerKey server, boolean withValues) {
        followed.add(server);
        watches.open(new Place(ObjectName.Type.CONFIG_MAP, server.namespace()));
        if (withValues) {
            watches.open(new Place(ObjectName.Type.SECRET, server.namespace()));
        }
    }

    /** The server is gone, and its catalog goes with it. */
    public synchronized void forget(ServerKey server) {
        followed.remove(server);
        if (followedIn(server.namespace()).isEmpty()) {
            watches.closeIf(place -> place.namespace().equals(server.namespace()));
        }
    }

    private List<ServerKey> followedIn(String namespace) {
        return followed.stream().filter(it -> it.namespace().equals(namespace)).toList();
    }

    /**
     * Whether an object that existed in that version has certainly been changed or deleted since. Not while the watch has
     * read less than that version: it is behind, or an etcd was restored.
     */
    public synchronized boolean changedSince(ObjectName name, String version) {
        var informer = watches.find(Place.of(name)).map(Watch::informer);
        if (informer.isEmpty()) {
            return false;
        }
        // In this order: what is read in between is newer.
        var readTo = informer.get().lastSyncResourceVersion();
        var key = Cache.namespaceKeyFunc(name.namespace(), name.name());
        var seen = Optional.ofNullable(informer.get().getIndexer().getByKey(key))
                .map(it -> it.getMetadata().getResourceVersion());
        return changedSince(version, seen, readTo);
    }

    /** @param seen empty where a watch that has read up to {@code readTo} has no such object */
    static boolean changedSince(String version, Optional<String> seen, String readTo) {
        return seen.map(it -> !version.equals(it) && !ResourceVersions.isBefore(it, version))
                .orElseGet(() -> version.equals(readTo) || ResourceVersions.isBefore(version, readTo));
    }

    @Override
    public synchronized void close() {
        watches.close();
    }
}
