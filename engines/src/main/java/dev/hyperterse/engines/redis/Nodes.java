package dev.hyperterse.engines.redis;

import dev.hyperterse.calls.binding.BoundCommand;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.FailureReason;
import dev.hyperterse.engines.UnusableSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The nodes of an adapter and their slots. Without a cluster, the first of the addresses that responds is used; the
 * slots of cluster nodes are learned from redirections.
 */
final class Nodes {
    private final Adapter adapter;
    private final RedisSettings settings;
    private final ConnectionHealth health;
    private final Map<NodeAddress, NodePool> pools = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<NodeAddress> slots = new AtomicReferenceArray<>(HashSlot.COUNT);
    private volatile NodeAddress home;
    private volatile boolean cluster;
    private volatile boolean retired;

    Nodes(Adapter adapter, RedisSettings settings, ConnectionHealth health) {
        this.adapter = adapter;
        this.settings = settings;
        this.health = health;
        this.home = settings.seeds().getFirst();
    }

    /** The node for a command, as far as it is known. */
    NodeAddress of(BoundCommand command) {
        return slot(command).map(slots::get).orElse(home);
    }

    private Optional<Integer> slot(BoundCommand command) {
        return cluster
                ? command.key()
                        .filter(key -> key < command.arguments().size())
                        .map(key -> HashSlot.of(command.arguments().get(key)))
                : Optional.empty();
    }

    /** Whether the command has no key that determines its node in a cluster. */
    boolean hasNoNode(BoundCommand command) {
        return cluster && command.key().isEmpty();
    }

    /** The address in {@code MOVED 3999 host:port} and {@code ASK 3999 host:port}; empty when it is malformed. */
    Optional<NodeAddress> redirection(ErrorReply reply, NodeAddress from) {
        var words = reply.words();
        try {
            var target = NodeAddress.announced(words.substring(words.lastIndexOf(' ') + 1), from);
            var slot = Integer.parseInt(words.substring(0, Math.max(0, words.indexOf(' '))));
            if (reply.code().equals("MOVED") && slot >= 0 && slot < HashSlot.COUNT) {
                slots.set(slot, target);
            }
            return Optional.of(target);
        } catch (UnusableSettings | NumberFormatException garbled) {
            return Optional.empty();
        }
    }

    NodePool pool(NodeAddress address) {
        return pools.computeIfAbsent(address, _ -> newPool());
    }

    private NodePool newPool() {
        return new NodePool(
                TimeUnit.MILLISECONDS.toNanos(adapter.pool().maxLifetimeMillis()),
                TimeUnit.MILLISECONDS.toNanos(adapter.pool().idleTimeoutMillis()));
    }

    private void begin(RedisConnection connection) {
        // In one step with the lookup, because the pool may be dropped meanwhile.
        var used = pools.compute(connection.address(), (_, known) -> {
            var pool = known == null ? newPool() : known;
            retireWithNodes(pool);
            pool.begin(connection);
            return pool;
        });
        // Retiring may have begun meanwhile, and not have seen a new pool.
        retireWithNodes(used);
    }

    private void retireWithNodes(NodePool pool) {
        if (retired) {
            pool.retire();
        }
    }

    /**
     * A new connection, which the caller holds; to another configured address if the first one does not respond.
     */
    Optional<RedisConnection> open(NodeAddress wanted, long millis) {
        var opened = openOne(wanted, millis);
        if (opened.isPresent() || !wanted.equals(home)) {
            return opened;
        }
        for (var seed : settings.seeds()) {
            if (opened.isEmpty() && !seed.equals(wanted) && !retired) {
                opened = openOne(seed, millis);
                opened.ifPresent(_ -> home = seed);
            }
        }
        return opened;
    }

    private Optional<RedisConnection> openOne(NodeAddress address, long millis) {
        if (retired || millis <= 0) {
            return Optional.empty();
        }
        try {
            var connection = RedisConnection.open(address, settings, millis);
            if (connection.ofCluster()) {
                cluster = true;
            }
            begin(connection);
            health.connected();
            return Optional.of(connection);
        } catch (IOException failed) {
            forget(address);
            health.failed(RedisConnection.reason(failed));
            return Optional.empty();
        }
    }

    /** Opens a connection for this only; whether the engine does not respond. */
    boolean isSilent() {
        try {
            RedisConnection.open(home, settings, adapter.pool().connectionTimeoutMillis())
                    .abort();
            return false;
        } catch (IOException failed) {
            return FailureReason.isSilence(failed);
        }
    }

    /** The node no longer responds: commands for its slots go to another node, which redirects them. */
    void forget(NodeAddress address) {
        for (var slot = 0; cluster && slot < HashSlot.COUNT; slot++) {
            slots.compareAndSet(slot, address, null);
        }
    }

    /** The node has become a replica: the next connection uses the next address. */
    void leave(NodeAddress address) {
        pool(address).connectionsBroke();
        forget(address);
        var seeds = settings.seeds();
        if (address.equals(home)) {
            home = seeds.get((seeds.indexOf(address) + 1) % seeds.size());
        }
    }

    boolean any() {
        return pools.values().stream().anyMatch(pool -> pool.size() > 0);
    }

    boolean inUse() {
        return pools.values().stream().anyMatch(NodePool::inUse);
    }

    NodeAddress home() {
        return home;
    }

    /**
     * Closes connections that are idle for too long, and opens new ones up to the minimum. Pools without connections are
     * dropped: the nodes of a cluster come and go.
     */
    void sweep() {
        pools.forEach((address, pool) ->
                pool.sweep(address.equals(home) ? adapter.pool().minIdle() : 0));
        pools.keySet()
                .forEach(address -> pools.computeIfPresent(address, (_, pool) -> {
                    if (pool.size() > 0) {
                        return pool;
                    }
                    pool.retire();
                    return null;
                }));
        if (!health.down() && pool(home).size() < adapter.pool().minIdle()) {
            open(home, adapter.pool().connectionTimeoutMillis())
                    .ifPresent(connection -> pool(connection.address()).giveBack(connection));
        }
    }

    void retire() {
        retired = true;
        pools.values().forEach(NodePool::retire);
    }

    void close() {
        retire();
        pools.values().forEach(NodePool::close);
    }
}
