package dev.hyperterse.operator.workload.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.keys.SessionKeys;
import dev.hyperterse.catalog.keys.SessionKeysCodec;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The keys of a server against a real API server, whose versions are what keeps two operators apart. */
@RealApiServer
class SessionKeyringIT {
    private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

    private final String namespace = "keys-" + UUID.randomUUID().toString().substring(0, 8);
    private final HyperterseServer server = new HyperterseServer();
    private KubernetesClient client;

    @BeforeEach
    void connect(ControlPlane controlPlane) {
        client = ClusterClient.connect(
                Config.fromKubeconfig(controlPlane.kubeconfig().toFile()));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
        server.getMetadata().setNamespace(namespace);
        server.getMetadata().setName("shop");
        server.getMetadata().setUid(UUID.randomUUID().toString());
        server.setSpec(client.getKubernetesSerialization()
                .unmarshal("spec: {sessions: {maxAge: 480h}}", HyperterseServer.class)
                .getSpec());
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void keysAreMadeOnceAndStay() {
        check(START);
        var made = secret();
        check(START.plus(Duration.ofDays(39)));
        assertThat(secret()).isEqualTo(made);
        assertThat(made.getMetadata().getOwnerReferences()).hasSize(1);
        assertThat(keys(made).previous()).isEmpty();
    }

    @Test
    void operatorsAtTheSameTimeMakeAndRotateOnlyOnce() throws Exception {
        atOnce(START);
        var made = keys(secret());
        atOnce(START.plus(Duration.ofDays(41)));
        var rotated = keys(secret());
        assertThat(rotated.current()).isEqualTo(made.next());
        assertThat(rotated.previous()).contains(made.current());
    }

    @Test
    void aRotationWaitsForTwoLivesOfASession() {
        check(START);
        var made = keys(secret());
        check(START.plus(Duration.ofDays(40)));
        assertThat(keys(secret()).current()).isEqualTo(made.next());
        check(START.plus(Duration.ofDays(79)));
        assertThat(keys(secret()).current()).isEqualTo(made.next());
    }

    @Test
    void keysOfUnknownAgeAreAsOldAsToday() {
        check(START);
        var made = keys(secret());
        age("not an instant");
        check(START.plus(Duration.ofDays(100)));
        assertThat(keys(secret())).isEqualTo(made);
        assertThat(secret().getMetadata().getAnnotations())
                .containsEntry(SessionKeySecret.ROTATED_AT, "2027-03-01T00:00:00Z");
    }

    @Test
    void onlyWhatCannotBeReadIsMadeAnew() {
        check(START);
        var made = keys(secret());
        client.resource(new SecretBuilder(secret())
                        .addToData(
                                "next", Base64.getEncoder().encodeToString("nonsense".getBytes(StandardCharsets.UTF_8)))
                        .build())
                .update();
        check(START);
        var repaired = keys(secret());
        assertThat(repaired.current()).isEqualTo(made.current());
        assertThat(repaired.next()).isNotEqualTo(made.next());
    }

    @Test
    void aSecretOfAnotherOwnerIsLeftAlone() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("shop-session-keys")
                        .endMetadata()
                        .build())
                .create();
        var before = secret();
        assertThat(check(START).map(Problem::reason)).contains(Reason.ForeignObject);
        assertThat(secret()).isEqualTo(before);
    }

    private Optional<Problem> check(Instant now) {
        return new SessionKeyring(client, () -> now).check(server);
    }

    private void atOnce(Instant now) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var operators = IntStream.range(0, 8)
                    .<Callable<Optional<Problem>>>mapToObj(_ -> () -> check(now))
                    .toList();
            for (var checked : threads.invokeAll(operators)) {
                assertThat(checked.get()).isEmpty();
            }
        }
    }

    private void age(String rotatedAt) {
        client.resource(new SecretBuilder(secret())
                        .editMetadata()
                        .addToAnnotations(SessionKeySecret.ROTATED_AT, rotatedAt)
                        .endMetadata()
                        .build())
                .update();
    }

    private Secret secret() {
        return client.secrets()
                .inNamespace(namespace)
                .withName("shop-session-keys")
                .get();
    }

    private static SessionKeys keys(Secret secret) {
        var entries = new TreeMap<String, byte[]>();
        secret.getData()
                .forEach((name, base64) -> entries.put(name, Base64.getDecoder().decode(base64)));
        return SessionKeysCodec.decode(entries);
    }
}
