package dev.hyperterse.operator.workload.key;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.keys.SessionKey;
import dev.hyperterse.catalog.keys.SessionKeys;
import dev.hyperterse.catalog.keys.SessionKeysCodec;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.Sessions;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
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
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The Secret of one server's session keys: made once, rotated, and repaired. It is read anew each time and written at exactly
 * the version that was read, so that two operators at once cannot make or rotate the keys twice.
 */
final class SessionKeySecret {
    private static final Logger LOG = LoggerFactory.getLogger(SessionKeySecret.class);

    /** When the keys were made or rotated last. */
    static final String ROTATED_AT = "hyperterse.dev/rotated-at";

    private static final Duration DEFAULT_SESSION = Duration.ofHours(24);
    private static final Duration USUAL_AGE = Duration.ofDays(30);

    private final KubernetesClient client;
    private final InstantSource clock;
    private final HyperterseServer server;
    private final WorkloadNames names;
    private final SecureRandom random = new SecureRandom();

    SessionKeySecret(KubernetesClient client, InstantSource clock, HyperterseServer server) {
        this.client = client;
        this.clock = clock;
        this.server = server;
        this.names = WorkloadNames.of(server);
    }

    /** A problem where the name is taken. */
    Optional<Problem> maintain() {
        var found = client.secrets()
                .inNamespace(names.namespace())
                .withName(names.catalog().sessionKeys())
                .get();
        if (found == null) {
            create();
            return Optional.empty();
        }
        if (!Ownership.holds(server, found)) {
            return Optional.of(Ownership.foreign(found));
        }
        var entries = entries(found);
        try {
            rotate(found, SessionKeysCodec.decode(entries));
        } catch (CatalogException unreadable) {
            write(found, SessionKeysCodec.repair(entries, this::fresh));
            log(
                    LOG.atWarn()
                            .addKeyValue("event", "session_keys_repaired")
                            .addKeyValue("reason", unreadable.getMessage()),
                    "sessions that only a lost key could open have ended");
        }
        return Optional.empty();
    }

    String path() {
        return "Secret " + names.catalog().sessionKeys();
    }

    private void rotate(Secret found, SessionKeys keys) {
        var now = clock.instant();
        var rotated = rotatedAt(found).filter(it -> !it.isAfter(now));
        if (rotated.isEmpty()) {
            // Their age is unknown: it counts from today.
            write(found, keys);
        } else if (!now.isBefore(rotated.get().plus(age()))) {
            write(found, keys.rotated(fresh()));
            log(LOG.atInfo().addKeyValue("event", "session_keys_rotated"), "the next key seals from now on");
        }
    }

    /** Never shorter than two lives of a session: a rotation drops the key before last, with all that it had sealed. */
    private Duration age() {
        var twice = server.getSpec()
                .sessions()
                .flatMap(Sessions::maxAge)
                .flatMap(Measures::millis)
                .map(Duration::ofMillis)
                .orElse(DEFAULT_SESSION)
                .multipliedBy(2);
        return twice.compareTo(USUAL_AGE) > 0 ? twice : USUAL_AGE;
    }

    private void create() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(names.namespace())
                        .withName(names.catalog().sessionKeys())
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

    private void log(LoggingEventBuilder line, String message) {
        line.addKeyValue("namespace", names.namespace())
                .addKeyValue("server", names.server())
                .log(message);
    }
}
