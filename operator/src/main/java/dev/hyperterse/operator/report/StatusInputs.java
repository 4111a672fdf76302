package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.report.condition.Evaluation;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.report.server.ServerStatusInputs;
import dev.hyperterse.operator.workload.state.WorkloadState;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The inputs of all statuses, and which objects a change of them affects. */
public final class StatusInputs {
    private final InstantSource clock;
    private final Listener listener;
    private final Map<ServerKey, ServerStatusInputs> servers = new HashMap<>();

    public StatusInputs(InstantSource clock, Listener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    /** Hears whose status may have to change; notes it and returns. */
    public interface Listener {
        void leafAffected(LeafKey leaf);

        void serverAffected(ServerKey server);

        /** The server does not exist any more, or cannot judge: what names it may have to say so. */
        void leavesUnevaluated(ServerKey server);
    }

    public void evaluated(Evaluation evaluation) {
        update(evaluation.server(), before -> before.withEvaluation(evaluation, clock.instant()));
    }

    public void replicas(ServerKey server, Replicas replicas) {
        update(server, before -> before.replicas().equals(replicas) ? before : before.seen(replicas, clock.instant()));
    }

    /** How the objects that run the server are doing. */
    public void workload(ServerKey server, WorkloadState state) {
        update(server, before -> before.workload().equals(Optional.of(state)) ? before : before.runs(state));
    }

    /** A reconciliation ended without an evaluation; the next evaluation clears it. */
    public void failed(ServerKey server, Problem problem) {
        update(server, before -> before.failed(problem, clock.instant()));
    }

    /** There is no such server any more; its pods may outlive it for a while. */
    public void gone(ServerKey server) {
        update(server, before -> ServerStatusInputs.UNKNOWN.seen(before.replicas(), clock.instant()));
        listener.leavesUnevaluated(server);
    }

    /** The revision that was published last, if every replica serves it. */
    public Optional<Revision> reachedByAll(ServerKey server) {
        var known = of(server);
        return known.revision().filter(known.replicas()::reached);
    }

    /** How many running pods of all servers do not serve what was published last. */
    public int behind() {
        List<ServerStatusInputs> known;
        synchronized (servers) {
            known = List.copyOf(servers.values());
        }
        return known.stream().mapToInt(ServerStatusInputs::behind).sum();
    }

    public ServerStatusInputs of(ServerKey server) {
        synchronized (servers) {
            return servers.getOrDefault(server, ServerStatusInputs.UNKNOWN);
        }
    }

    private void update(ServerKey server, UnaryOperator<ServerStatusInputs> change) {
        ServerStatusInputs before;
        ServerStatusInputs after;
        synchronized (servers) {
            before = of(server);
            after = change.apply(before);
            if (after == before) {
                return;
            }
            if (after.nothing()) {
                servers.remove(server);
            } else {
                servers.put(server, after);
            }
        }
        affected(before, after).forEach(listener::leafAffected);
        if (after.failure().isPresent() && before.failure().isEmpty()) {
            // Which definitions it keeps from being evaluated is not known here.
            listener.leavesUnevaluated(server);
        }
        listener.serverAffected(server);
    }

    private static Set<LeafKey> affected(ServerStatusInputs before, ServerStatusInputs after) {
        var keys = new LinkedHashSet<LeafKey>();
        // Without a replica, what no replica has served says so.
        var appeared =
                !before.servableSince().equals(after.servableSince()) || before.scaledToZero() != after.scaledToZero();
        after.leaves().forEach((key, is) -> {
            if (!is.equals(before.leaves().get(key)) || appeared && !is.reached()) {
                keys.add(key);
            }
        });
        before.leaves().keySet().forEach(key -> {
            if (!after.leaves().containsKey(key)) {
                keys.add(key);
            }
        });
        return keys;
    }
}
