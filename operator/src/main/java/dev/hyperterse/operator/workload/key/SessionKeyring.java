package dev.hyperterse.operator.workload.key;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks the session keys of servers at intervals instead of at each event of a rollout: a check reads a Secret, which
 * is not watched.
 */
public final class SessionKeyring {
    /** So that keys which were deleted or broken by hand do not stay so. */
    private static final Duration AFTER_A_CHECK = Duration.ofMinutes(5);

    private static final Duration AFTER_A_PROBLEM = Duration.ofSeconds(30);
    private static final Duration AFTER_A_CONFLICT = Duration.ofSeconds(1);

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Map<WorkloadNames, Check> checks = new ConcurrentHashMap<>();

    public SessionKeyring(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /** What is wrong with the keys, as of the last check; that is now, where one is due. */
    public Optional<Problem> check(HyperterseServer server) {
        var last = Optional.ofNullable(checks.get(WorkloadNames.of(server)))
                .filter(it -> it.uid().equals(server.getMetadata().getUid())
                        && clock.instant().isBefore(it.next()));
        if (last.isPresent()) {
            return last.get().problem();
        }
        var now = checkNow(server);
        checks.put(WorkloadNames.of(server), now);
        return now.problem();
    }

    public Duration untilNext(HyperterseServer server) {
        var rest = Duration.between(
                clock.instant(), checks.get(WorkloadNames.of(server)).next());
        return rest.isPositive() ? rest : Duration.ofSeconds(1);
    }

    public void forget(WorkloadNames server) {
        checks.remove(server);
    }

    private Check checkNow(HyperterseServer server) {
        var secret = new SessionKeySecret(client, clock, server);
        try {
            var foreign = secret.maintain();
            return checked(server, foreign, foreign.isPresent() ? AFTER_A_PROBLEM : AFTER_A_CHECK);
        } catch (KubernetesClientException failed) {
            return switch (failed.getCode()) {
                // Another client wrote first, or it was deleted: what is there now decides.
                case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND ->
                    checked(server, Optional.empty(), AFTER_A_CONFLICT);
                case HttpURLConnection.HTTP_FORBIDDEN ->
                    checked(
                            server,
                            Optional.of(
                                    Problem.of(
                                            Reason.WorkloadForbidden,
                                            secret.path(),
                                            "session-keys-are-kept",
                                            "the operator may not read and write it",
                                            "let the operator run servers in this namespace: bind hyperterse-operator-gateway to it")),
                            AFTER_A_PROBLEM);
                default -> throw failed;
            };
        }
    }

    private Check checked(HyperterseServer server, Optional<Problem> problem, Duration again) {
        return new Check(server.getMetadata().getUid(), problem, clock.instant().plus(again));
    }

    private record Check(String uid, Optional<Problem> problem, Instant next) {}
}
