package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Looks after session keys now and then rather than with every event of a rollout: each look reads a Secret. */
final class TendedKeys {
    private final SessionKeyring keyring;
    private final InstantSource clock;
    private final Map<WorkloadNames, Look> looks = new ConcurrentHashMap<>();

    TendedKeys(SessionKeyring keyring, InstantSource clock) {
        this.keyring = keyring;
        this.clock = clock;
    }

    /** What is wrong with them, as of the last look. */
    Stream<Problem> tend(HyperterseServer server) {
        var names = WorkloadNames.of(server);
        var uid = server.getMetadata().getUid();
        var last = Optional.ofNullable(looks.get(names));
        if (last.filter(it -> it.uid().equals(uid) && clock.instant().isBefore(it.next()))
                .isEmpty()) {
            var tended = keyring.tend(server);
            last = Optional.of(new Look(uid, tended.problem(), clock.instant().plus(tended.again())));
            looks.put(names, last.get());
        }
        return last.flatMap(Look::problem).stream();
    }

    Duration untilNext(HyperterseServer server) {
        var rest = Duration.between(
                clock.instant(), looks.get(WorkloadNames.of(server)).next());
        return rest.isPositive() ? rest : Duration.ofSeconds(1);
    }

    void forget(WorkloadNames names) {
        looks.remove(names);
    }

    private record Look(String uid, Optional<Problem> problem, Instant next) {}
}
