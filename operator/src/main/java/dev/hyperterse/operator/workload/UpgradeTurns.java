package dev.hyperterse.operator.workload;

import dev.hyperterse.compiler.resolve.ServerKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Lets one server at a time follow a new version of the operator, so that a runtime that does not start is noticed on one
 * of them, and a node does not start all pods at once. A namespace with a stuck rollout takes its turns beside the others
 * from then on: a hundred servers that cannot be scheduled would hold up all for a day.
 */
final class UpgradeTurns {
    /** The progress deadline of Kubernetes. A stuck rollout must not block all others for ever. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    /** No name of a namespace. */
    private static final String ALL_OTHERS = "";

    private final InstantSource clock;
    private final Set<String> stuck = new HashSet<>();

    /** By namespace where it is stuck; one for all others. */
    private final Map<String, Turn> current = new HashMap<>();

    UpgradeTurns(InstantSource clock) {
        this.clock = clock;
    }

    private record Turn(ServerKey server, Instant since) {}

    /** Whether it may follow now. Its turn begins with the first yes. */
    synchronized boolean given(ServerKey server) {
        var now = clock.instant();
        current.values().removeIf(turn -> {
            var expired = !now.isBefore(turn.since().plus(LONGEST));
            if (expired) {
                stuck.add(turn.server().namespace());
            }
            return expired;
        });
        var place = stuck.contains(server.namespace()) ? server.namespace() : ALL_OTHERS;
        return current.computeIfAbsent(place, _ -> new Turn(server, now))
                .server()
                .equals(server);
    }

    /** Does nothing where it is another's turn. */
    synchronized void end(ServerKey server) {
        current.values().removeIf(turn -> turn.server().equals(server));
    }
}
