package dev.hyperterse.operator.report;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.read.KnownObjects;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What informers would know, and in which version the API server holds it by now. */
final class FakeObjects implements KnownObjects {
    private final Map<LeafKey, ObservedLeaf> leaves = new LinkedHashMap<>();
    private final Map<Object, String> stored = new HashMap<>();
    private Optional<HyperterseServer> server = Optional.empty();
    private long revision;

    void put(Shop shop) {
        shop.server().getMetadata().setResourceVersion(store(Shop.KEY));
        // An edit of the spec leaves the status.
        server.ifPresent(before -> shop.server().setStatus(before.getStatus()));
        server = Optional.of(shop.server());
        shop.leaves().forEach(leaf -> leaves.put(leaf.key(), in(leaf, store(leaf.key()))));
    }

    /** Something was written; the watch shows it later, if ever. */
    String store(Object key) {
        var version = Long.toString(++revision);
        stored.put(key, version);
        return version;
    }

    boolean holds(Object key, ObjectVersion version) {
        return version.resourceVersion().equals(stored.get(key));
    }

    void removeServer() {
        server = Optional.empty();
    }

    void remove(LeafKey leaf) {
        leaves.remove(leaf);
    }

    /** Another writer has changed the status before this process began to lead. */
    void forge(ServerKey key, HyperterseServerStatus status) {
        observe(key, status, store(key));
        server(key).ifPresent(it -> it.getMetadata()
                .setManagedFields(List.of(new ManagedFieldsEntryBuilder()
                        .withManager("kubectl-edit")
                        .withSubresource("status")
                        .build())));
    }

    /** As {@link #forge(ServerKey, HyperterseServerStatus)}. */
    void forge(LeafKey key, LeafStatus status) {
        observe(key, status, store(key));
        leaves.computeIfPresent(
                key,
                (_, it) -> new ObservedLeaf(
                        it.key(), it.version(), it.generation(), it.servers(), it.refersToText(), it.status(), true));
    }

    void observe(LeafKey leaf, LeafStatus status, String version) {
        leaves.computeIfPresent(leaf, (_, before) -> in(Shop.with(before, Optional.of(status)), version));
    }

    void observe(ServerKey key, HyperterseServerStatus status, String version) {
        server(key).ifPresent(it -> {
            it.setStatus(status);
            it.getMetadata().setResourceVersion(version);
        });
    }

    /** As an etcd that was restored from a backup: the same objects in older versions. */
    void restore() {
        leaves.replaceAll((key, leaf) -> {
            stored.put(key, "1");
            return in(leaf, "1");
        });
    }

    private static ObservedLeaf in(ObservedLeaf leaf, String version) {
        return new ObservedLeaf(
                leaf.key(),
                new ObjectVersion(leaf.uid(), version),
                leaf.generation(),
                leaf.servers(),
                leaf.refersToText(),
                leaf.status(),
                leaf.foreignStatus());
    }

    List<LeafKey> leaves() {
        return List.copyOf(leaves.keySet());
    }

    @Override
    public Optional<HyperterseServer> server(ServerKey key) {
        return server.filter(_ -> key.equals(Shop.KEY));
    }

    @Override
    public Optional<ObservedLeaf> leaf(LeafKey key) {
        return Optional.ofNullable(leaves.get(key));
    }

    @Override
    public List<LeafKey> leavesNaming(ServerKey key) {
        return leaves.values().stream()
                .filter(it -> it.servers().contains(key))
                .map(ObservedLeaf::key)
                .toList();
    }
}
