package dev.hyperterse.operator.workload.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.keys.SessionSeed;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The seed of a server against a real API server, whose versions are what keeps two operators apart. */
@RealApiServer
class SessionSeedsIT {
    private final String namespace = "seeds-" + UUID.randomUUID().toString().substring(0, 8);
    private final HyperterseServer server = new HyperterseServer();
    private KubernetesClient client;
    private SessionSeeds seeds;

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
        seeds = new SessionSeeds(client);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void aSeedIsCreatedOnceAndStays() {
        assertThat(seeds.ensure(server)).isEmpty();
        var created = secret();
        assertThat(created.getData()).containsOnlyKeys("seed");
        assertThat(created.getMetadata().getOwnerReferences()).hasSize(1);

        assertThat(seeds.ensure(server)).isEmpty();
        assertThat(new SessionSeeds(client).ensure(server)).isEmpty();
        assertThat(secret()).isEqualTo(created);
    }

    @Test
    void operatorsAtTheSameTimeCreateAndReplaceOneSeed() throws Exception {
        atOnce();
        var created = seed();
        atOnce();
        assertThat(seed()).isEqualTo(created);

        edit(Map.of("seed", ""));
        atOnce();
        var replaced = seed();
        assertThat(replaced).isNotEqualTo(created);
        atOnce();
        assertThat(seed()).isEqualTo(replaced);
    }

    /** The keys of an earlier version, a seed that was cut, and one that was written as text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "current=a.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
                "seed=short",
                "seed=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
                "note=nothing else"
            })
    void aSecretWithoutAUsableSeedGetsANewOne(String entry) {
        assertThat(seeds.ensure(server)).isEmpty();
        var created = seed();
        var parts = entry.split("=", 2);
        edit(Map.of(parts[0], Base64.getEncoder().encodeToString(parts[1].getBytes())));

        assertThat(seeds.ensure(server)).isEmpty();

        assertThat(secret().getData()).containsOnlyKeys("seed");
        assertThat(seed()).isNotEqualTo(created);
        assertThat(secret().getMetadata().getOwnerReferences()).hasSize(1);
    }

    /** As it comes out of a backup. Without an owner it would be left behind by the server. */
    @Test
    void aSecretWithoutAnOwnerKeepsItsSeedAndIsOwnedAgain() {
        assertThat(seeds.ensure(server)).isEmpty();
        var created = secret();
        client.resource(new SecretBuilder(created)
                        .editMetadata()
                        .withOwnerReferences(List.of())
                        .endMetadata()
                        .build())
                .update();

        assertThat(seeds.ensure(server)).isEmpty();
        assertThat(secret().getMetadata().getOwnerReferences())
                .isEqualTo(created.getMetadata().getOwnerReferences());
        assertThat(secret().getData()).isEqualTo(created.getData());
    }

    @Test
    void aDeletedSecretIsMadeAgain() {
        assertThat(seeds.ensure(server)).isEmpty();
        var created = seed();
        client.resource(secret()).delete();
        assertThat(seeds.ensure(server)).isEmpty();
        assertThat(seed()).isNotEqualTo(created);
    }

    @Test
    void aServerThatIsCreatedAgainHasASecretOfItsOwn() {
        assertThat(seeds.ensure(server)).isEmpty();
        client.resource(secret()).delete();
        server.getMetadata().setUid(UUID.randomUUID().toString());

        assertThat(seeds.ensure(server)).isEmpty();
        assertThat(secret().getMetadata().getOwnerReferences().getFirst().getUid())
                .isEqualTo(server.getMetadata().getUid());
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

        assertThat(refusal()).contains(Reason.ForeignObject);
        assertThat(secret()).isEqualTo(before);

        client.resource(before).delete();
        assertThat(seeds.ensure(server)).isEmpty();
    }

    @Test
    void aSecretThatCannotBeReplacedIsAProblem() {
        assertThat(seeds.ensure(server)).isEmpty();
        client.resource(new SecretBuilder(secret())
                        .withData(Map.of())
                        .withImmutable(true)
                        .build())
                .update();

        assertThat(refusal()).contains(Reason.InvalidWorkload);
    }

    private Optional<Reason> refusal() {
        return seeds.ensure(server)
                .filter(ChildOutcome.Refused.class::isInstance)
                .map(ChildOutcome.Refused.class::cast)
                .map(refused -> refused.problem().reason());
    }

    private void atOnce() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var operators = IntStream.range(0, 8)
                    .<Callable<Optional<ChildOutcome>>>mapToObj(_ -> () -> new SessionSeeds(client).ensure(server))
                    .toList();
            for (var ended : threads.invokeAll(operators)) {
                assertThat(ended.get().filter(outcome -> !(outcome instanceof ChildOutcome.Conflict)))
                        .isEmpty();
            }
        }
    }

    private void edit(Map<String, String> data) {
        client.resource(new SecretBuilder(secret()).withData(data).build()).update();
    }

    private Secret secret() {
        return client.secrets()
                .inNamespace(namespace)
                .withName("shop-session-keys")
                .get();
    }

    private SessionSeed seed() {
        var entries = new TreeMap<String, byte[]>();
        secret().getData()
                .forEach((name, base64) -> entries.put(name, Base64.getDecoder().decode(base64)));
        return SessionSeed.of(entries);
    }
}
