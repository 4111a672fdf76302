package dev.hyperterse.operator.workload;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.keys.SessionKey;
import dev.hyperterse.catalog.keys.SessionKeys;
import dev.hyperterse.catalog.keys.SessionKeysCodec;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the session keys of servers, once, and rotates them. They are read anew each time and written at exactly the
 * version that was read, so that two operators at once cannot make or rotate them twice.
 */
final class SessionKeyring {
    private static final Logger LOG = LoggerFactory.getLogger(SessionKeyring.class);

    /** When the keys were made or rotated last. */
    static final String ROTATED_AT = "hyperterse.dev/rotated-at";

    /** So that keys which were deleted or broken by hand do not stay so, without following every Secret. */
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    SessionKeyring(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /** @param again when to look again at the latest */
    record Tended(Optional<Problem> problem, Duration again) {}

    Tended tend(HyperterseServer server) {
        try {
            return look(server);
        } catch (KubernetesClientException failed) {
            return switch (failed.getCode()) {
                // Somebody else wrote first, or it was deleted: what is there now decides.
                case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND ->
                    new Tended(Optional.empty(), Duration.ofSeconds(1));
                case HttpURLConnection.HTTP_FORBIDDEN ->
                    problem(
                            server,
                            Reason.WorkloadForbidden,
                            "the operator may not read and write it",
                            "let the operator run servers in this namespace: bind hyperterse-operator-gateway to it");
                default -> throw failed;
            };
        }
    }

    private Tended look(HyperterseServer server) {
        var found = client.secrets()
                .inNamespace(server.getMetadata().getNamespace())
                .withName(name(server))
                .get();
        if (found == null) {
            create(server);
            return new Tended(Optional.empty(), LOOK_AGAIN);
        }
        if (!Ownership.holds(server, found)) {
            return problem(
                    server,
                    Reason.ForeignObject,
                    "the name is taken by a Secret that belongs to %s".formatted(Ownership.holder(found)),
                    "delete or rename that Secret, or name the server differently");
        }
        var entries = entries(found);
        try {
            tend(server, found, SessionKeysCodec.decode(entries));
        } catch (CatalogException unreadable) {
            write(found, SessionKeysCodec.repair(entries, this::fresh));
            LOG.atWarn()
                    .addKeyValue("event", "session_keys_repaired")
                    .addKeyValue("namespace", server.getMetadata().getNamespace())
                    .addKeyValue("server", server.getMetadata().getName())
                    .addKeyValue("reason", unreadable.getMessage())
                    .log("sessions that only a lost key could open have ended");
        }
        return new Tended(Optional.empty(), LOOK_AGAIN);
    }

    private void tend(HyperterseServer server, Secret found, SessionKeys keys) {
        var now = clock.instant();
        var rotated = rotatedAt(found).filter(it -> !it.isAfter(now));
        if (rotated.isEmpty()) {
            // Nobody knows how old they are: they are as old as today.
            write(found, keys);
        } else if (!now.isBefore(rotated.get().plus(SessionKeyAge.of(server)))) {
            write(found, keys.rotated(fresh()));
            LOG.atInfo()
                    .addKeyValue("event", "session_keys_rotated")
                    .addKeyValue("namespace", server.getMetadata().getNamespace())
                    .addKeyValue("server", server.getMetadata().getName())
                    .log("the next key seals from now on");
        }
    }

    private void create(HyperterseServer server) {
        var names = WorkloadNames.of(server);
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(names.namespace())
                        .withName(name(server))
                        .addToLabels(WorkloadNames.SERVER_LABEL, names.server())
                        .addToLabels(WorkloadNames.MANAGER_LABEL, WorkloadNames.OPERATOR)
                        .addToAnnotations(ROTATED_AT, clock.instant().toString())
                        .withOwnerReferences(Ownership.of(server))
                        .endMetadata()
                        .withType("Opaque")
                        .withData(data(SessionKeys.random(random)))
                        .build())
                .create();
    }

    private void write(Secret found, SessionKeys keys) {
        client.resource(new SecretBuilder(found)
                        .editMetadata()
                        .addToAnnotations(ROTATED_AT, clock.instant().toString())
                        .endMetadata()
                        .withData(data(keys))
                        .build())
                .update();
    }

    private SessionKey fresh() {
        return SessionKey.random(random);
    }

    private static Optional<Instant> rotatedAt(Secret secret) {
        try {
            return Optional.ofNullable(secret.getMetadata().getAnnotations())
                    .map(it -> it.get(ROTATED_AT))
                    .map(Instant::parse);
        } catch (DateTimeParseException edited) {
            return Optional.empty();
        }
    }

    private static Map<String, byte[]> entries(Secret secret) {
        var entries = new TreeMap<String, byte[]>();
        Optional.ofNullable(secret.getData())
                .orElse(Map.of())
                .forEach((name, base64) -> entries.put(name, Base64.getDecoder().decode(base64)));
        return entries;
    }

    private static Map<String, String> data(SessionKeys keys) {
        var data = new TreeMap<String, String>();
        SessionKeysCodec.encode(keys)
                .forEach((name, text) -> data.put(name, Base64.getEncoder().encodeToString(text)));
        return data;
    }

    private static Tended problem(HyperterseServer server, Reason reason, String message, String remedy) {
        return new Tended(
                Optional.of(Problem.of(reason, "Secret " + name(server), "session-keys-are-kept", message, remedy)),
                Duration.ofSeconds(30));
    }

    private static String name(HyperterseServer server) {
        return WorkloadNames.of(server).catalog().sessionKeys();
    }
}
