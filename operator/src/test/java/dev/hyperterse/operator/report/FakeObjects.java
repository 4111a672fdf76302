package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.read.KnownObjects;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What informers would know. */
final class FakeObjects implements KnownObjects {
    private final Map<LeafKey, ObservedLeaf> leaves = new LinkedHashMap<>();
    private Optional<HyperterseServer> server = Optional.empty();

    void put(Shop shop) {
        server = Optional.of(shop.server());
        shop.leaves().forEach(leaf -> leaves.put(leaf.key(), leaf));
    }

    void removeServer() {
        server = Optional.empty();
    }

    void remove(LeafKey leaf) {
        leaves.remove(leaf);
    }

    void observe(LeafKey leaf, LeafStatus status) {
        leaves.computeIfPresent(leaf, (_, before) -> before.withStatus(Optional.of(status)));
    }

    void observe(ServerKey key, HyperterseServerStatus status) {
        server(key).ifPresent(it -> it.setStatus(status));
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
