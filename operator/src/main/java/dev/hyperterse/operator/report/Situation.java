package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What is known of all servers, and whom it concerns when that changes. */
public final class Situation {
    private final InstantSource clock;
    private final Listener listener;
    private final Map<ServerKey, ServerSituation> servers = new HashMap<>();

    public Situation(InstantSource clock, Listener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    /** Hears whose status may have to change; notes it and returns. */
    public interface Listener {
        void leafAffected(LeafKey leaf);

        void serverAffected(ServerKey server);
    }

    public void judged(Judgment judgment) {
        update(judgment.server(), before -> before.judged(judgment, clock.instant()));
    }

    public void replicas(ServerKey server, Replicas replicas) {
        update(server, before -> before.seen(replicas));
    }

    public void gone(ServerKey server) {
        Set<LeafKey> leaves;
        synchronized (servers) {
            leaves = Optional.ofNullable(servers.remove(server))
                    .map(it -> it.standings().keySet())
                    .orElse(Set.of());
        }
        leaves.forEach(listener::leafAffected);
    }

    /** The revision that was published last, if every replica serves it. */
    public Optional<Revision> reachedByAll(ServerKey server) {
        var known = of(server);
        return known.revision().filter(known.replicas()::reached);
    }

    ServerSituation of(ServerKey server) {
        synchronized (servers) {
            return servers.getOrDefault(server, ServerSituation.UNKNOWN);
        }
    }

    private void update(ServerKey server, UnaryOperator<ServerSituation> change) {
        ServerSituation before;
        ServerSituation after;
        synchronized (servers) {
            before = of(server);
            after = change.apply(before);
            servers.put(server, after);
        }
        affected(before, after).forEach(listener::leafAffected);
        listener.serverAffected(server);
    }

    private static Set<LeafKey> affected(ServerSituation before, ServerSituation after) {
        var keys = new LinkedHashSet<>(before.standings().keySet());
        keys.addAll(after.standings().keySet());
        // Without a replica, what no replica has served says so.
        var appeared = before.replicas().running().isEmpty()
                != after.replicas().running().isEmpty();
        keys.removeIf(key -> {
            var is = after.standings().get(key);
            return Objects.equals(before.standings().get(key), is) && !(appeared && is != null && !is.reached());
        });
        return keys;
    }
}
