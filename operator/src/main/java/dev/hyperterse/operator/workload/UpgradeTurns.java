package dev.hyperterse.operator.workload;

import dev.hyperterse.compiler.resolve.ServerKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Lets one server at a time follow a new version of the operator, so that a runtime that does not start is noticed on one
 * of them, and a node does not start all pods at once.
 */
final class UpgradeTurns {
    /** The progress deadline of Kubernetes. A stuck rollout must not block all others for ever. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    private final InstantSource clock;
    private Optional<Turn> current = Optional.empty();

    UpgradeTurns(InstantSource clock) {
        this.clock = clock;
    }

    private record Turn(ServerKey server, Instant since) {}

    /** Whether it may follow now. Its turn begins with the first yes. */
    synchronized boolean given(ServerKey server) {
        var now = clock.instant();
        var running = current.filter(turn -> now.isBefore(turn.since().plus(LONGEST)));
        if (running.isEmpty()) {
            current = Optional.of(new Turn(server, now));
            return true;
        }
        return running.get().server().equals(server);
    }

    /** Does nothing where it is another's turn. */
    synchronized void end(ServerKey server) {
        current = current.filter(turn -> !turn.server().equals(server));
    }
}
