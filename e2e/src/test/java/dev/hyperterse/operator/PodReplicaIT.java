package dev.hyperterse.operator;

import static dev.hyperterse.operator.DemoManifests.server;
import static dev.hyperterse.operator.DemoManifests.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.keys.SessionSeed;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.trace.ReconcileTrace;
import dev.hyperterse.operator.workload.WorkloadController;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PodReplica;
import dev.hyperterse.runtime.observe.Readiness;
import dev.hyperterse.runtime.observe.RevisionReport;
import dev.hyperterse.runtime.source.kubernetes.Timing;
import dev.hyperterse.runtime.source.kubernetes.api.ClusterAccess;
import dev.hyperterse.testbed.mcp.McpEndpoint;
import dev.hyperterse.testbed.mcp.McpSession;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The inside of a replica's pod against a real API server, with the token of its service account: that it works is the
 * proof that the role which the operator gives it suffices.
 */
@RealApiServer
class PodReplicaIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Timing IMPATIENT = new Timing(
            Duration.ZERO,
            Duration.ofSeconds(90),
            Duration.ofSeconds(1),
            Duration.ofMillis(20),
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            Duration.ZERO);

    private final CountDownLatch replaced = new CountDownLatch(1);
    private final List<Pod> pods = new ArrayList<>();
    private ControlPlane controlPlane;
    private Path folder;
    private KubernetesClient client;
    private TestNamespace namespace;
    private ClusterView view;
    private WorkloadController workloads;
    private Optional<Leader> leader = Optional.empty();

    @BeforeEach
    void startWhatMakesWorkloads(ControlPlane shared, @TempDir Path temporary) throws InterruptedException {
        controlPlane = shared;
        folder = temporary;
        namespace = TestNamespace.create(shared, "pod");
        client = ClusterClient.connect(Config.fromKubeconfig(shared.kubeconfig().toFile()));
        view = new ClusterView(client, Scope.everywhere());
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(2))).isTrue();
        var image = new RuntimeImage("registry.example/runtime:1", "1", false);
        workloads = new WorkloadController(
                client,
                Scope.everywhere(),
                new WorkloadSettings(image, List.of(), List.of(), TestNamespace.SYSTEM),
                view,
                InstantSource.system());
        workloads.start((_, _) -> {});
    }

    @AfterEach
    void stop() {
        pods.forEach(Pod::close);
        leader.ifPresent(Leader::finish);
        workloads.close();
        view.close();
        namespace.kubectl("delete", "hyperterseservers,tools", "--all");
        client.close();
    }

    @Test
    void aPodThatIsThereBeforeAnythingIsPublishedServesOnceItIs() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        var pod = pod();
        await("the replica looked in vain", () -> pod.metrics().contains("hyperterse_catalog_up_to_date 0"));
        assertThat(pod.observation.readiness().state()).isEqualTo(Readiness.State.Starting);

        publish();

        assertThat(pod.session().execute("one", "{}").at("/0/one").asInt()).isEqualTo(1);
        assertThat(pod.metrics())
                .contains("hyperterse_catalog_up_to_date 1", "hyperterse_catalog_swaps_total{outcome=\"live\"}");
    }

    @Test
    void aPodWaitsForTheSeedOfItsSessionKeys() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        publish();
        awaitObject("configmap/shop-catalog");
        awaitObject("secret/shop-session-keys");
        awaitObject("rolebinding/shop-runtime");
        workloads.close();
        var kept = client.secrets()
                .inNamespace(namespace.name())
                .withName("shop-session-keys")
                .get();
        namespace.kubectl("delete", "secret", "shop-session-keys");
        var pod = podWithoutSeed();
        await("a catalog was refused", () -> pod.metrics()
                .contains("hyperterse_catalog_swaps_total{outcome=\"refused\"}"));
        assertThat(pod.observation.readiness().state()).isEqualTo(Readiness.State.Starting);

        client.resource(new SecretBuilder(kept)
                        .editMetadata()
                        .withResourceVersion(null)
                        .endMetadata()
                        .build())
                .create();

        assertThat(pod.session().execute("one", "{}").at("/0/one").asInt()).isEqualTo(1);
    }

    @Test
    void aSessionOutlivesABrokenSeedAndEndsWithAnother() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        publish();
        var pod = pod();
        var session = pod.session();

        storeSeed(new byte[] {1});
        assertThat(session.execute("one", "{}").at("/0/one").asInt()).isEqualTo(1);
        pod.close();
        assertThat(session.at(restarted(pod).endpoint())
                        .execute("one", "{}")
                        .at("/0/one")
                        .asInt())
                .as("with the seed of its copy")
                .isEqualTo(1);

        storeSeed(SessionSeed.random(new SecureRandom()).bytes());

        var after = pods.getLast();
        await("new sessions are sealed with another seed", () -> !keyOf(after.session())
                .equals(keyOf(session)));
        assertThatThrownBy(() -> session.at(after.endpoint()).execute("one", "{}"))
                .hasMessageContaining("answered 404");
    }

    @Test
    void anApiServerThatIsAwayIsNotNoticedByClients() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        publish();
        var pod = pod();
        var session = pod.session();

        controlPlane.killApiServer();
        try {
            await("the replica missed it", () -> pod.metrics().contains("hyperterse_catalog_up_to_date 0"));
            assertThat(session.execute("one", "{}").at("/0/one").asInt()).isEqualTo(1);
            assertThat(pod.observation.readiness().state()).isEqualTo(Readiness.State.Ready);
        } finally {
            controlPlane.startApiServer();
        }
        namespace.apply(tool("one", "SELECT 2 AS one"));
        await(
                "the edit is served",
                () -> session.execute("one", "{}").at("/0/one").asInt() == 2);
    }

    @Test
    void aRestartWhileTheApiServerIsAwayKeepsToolsAndSessions() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        publish();
        var before = pod();
        var id = before.session();

        controlPlane.killApiServer();
        try {
            before.close();
            var after = restarted(before);
            assertThat(id.at(after.endpoint()).execute("one", "{}").at("/0/one").asInt())
                    .isEqualTo(1);
        } finally {
            controlPlane.startApiServer();
        }
        var after = pods.getLast();
        namespace.apply(tool("one", "SELECT 2 AS one"));
        await(
                "the edit is served",
                () -> id.at(after.endpoint()).execute("one", "{}").at("/0/one").asInt() == 2);
    }

    @Test
    void anIndexThatIsDeletedAndPublishedAgainInterruptsNothing() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        publish();
        var pod = pod();
        var session = pod.session();

        namespace.kubectl("delete", "configmap", "shop-catalog");
        await("the replica missed it", () -> pod.metrics().contains("hyperterse_catalog_up_to_date 0"));
        assertThat(session.execute("one", "{}").at("/0/one").asInt()).isEqualTo(1);
        namespace.apply(tool("two", "SELECT 2 AS two"));

        await("the next publication is served", () -> session.search("number").size() == 2);
        assertThat(session.execute("two", "{}").at("/0/two").asInt()).isEqualTo(2);
    }

    @Test
    void anotherLeaderOfTheSameCatalogChangesTheRevisionAlone() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        publish();
        var pod = pod();
        pod.session();
        var before = pod.observation.revision().report().revision().orElseThrow();
        var swaps = swaps(pod);

        leader.orElseThrow().finish();
        publish();

        await("the revision is of another epoch", () -> !before.epoch()
                .equals(pod.observation
                        .revision()
                        .report()
                        .revision()
                        .orElseThrow()
                        .epoch()));
        assertThat(swaps(pod)).isEqualTo(swaps);
    }

    /** What the operator asks the replica for is what {@code RefusedByRuntime} in the status says. */
    @Test
    void aDefinitionOfANewerOperatorIsRefusedAloneAndReported() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"), tool("two", "SELECT 2 AS two"));
        publish();
        var pod = pod();
        var session = pod.session();
        await("both are served", () -> session.search("number").size() == 2);

        leader.orElseThrow().finish();
        new NewerOperator(client, namespace.name(), "shop")
                .addUnknownField(new LeafIdentity(LeafKind.Tool, namespace.name(), "two", "", 1));

        await("the replica refuses it", () -> pod.observation
                .revision()
                .report()
                .refused()
                .equals(List.of(new RevisionReport.Refused(
                        "Tool %s/two".formatted(namespace.name()),
                        "this build does not know the field 'later', which a newer version wrote"))));
        assertThat(session.search("number")).hasSize(1);
        assertThat(session.execute("one", "{}").at("/0/one").asInt()).isEqualTo(1);
    }

    @Test
    void aServerThatWasMadeAgainEndsTheProcessOfTheOldOne() throws Exception {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        publish();
        pod().session();

        namespace.kubectl("delete", "hyperterseserver/shop");
        namespace.apply(server());

        assertThat(replaced.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("the replica asks to be ended")
                .isTrue();
    }

    private void publish() {
        var one = new Leader(
                client,
                client,
                "hyperterse-operator-0",
                view,
                () -> true,
                new NoWorkloads(),
                new OperatorMetrics(),
                _ -> ReconcileTrace.NONE,
                InstantSource.system(),
                Leader.INSPECTION_PACE);
        one.start();
        leader = Optional.of(one);
    }

    private Pod pod() throws IOException {
        awaitObject("rolebinding/shop-runtime");
        awaitObject("secret/shop-session-keys");
        return podWithoutSeed();
    }

    private Pod podWithoutSeed() throws IOException {
        var home = folder.resolve("pod-" + pods.size());
        var token = namespace.kubectl("create", "token", "shop-runtime").strip();
        Files.writeString(Files.createDirectories(home).resolve("token"), token);
        return started(home);
    }

    /** The container again, in the same pod. */
    private Pod restarted(Pod pod) {
        return started(pod.home);
    }

    private Pod started(Path home) {
        var access = new ClusterAccess(
                URI.create(controlPlane.url()),
                home.resolve("token"),
                Optional.of(controlPlane.certificateAuthority()),
                namespace.name());
        var observation = Observation.begin();
        var replica = new PodReplica(
                access,
                "shop",
                home.resolve("catalog"),
                IMPATIENT,
                home.resolve("data"),
                home.resolve("secrets"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                observation,
                replaced::countDown);
        var pod = new Pod(home, replica, observation);
        pods.add(pod);
        replica.start();
        return pod;
    }

    private void storeSeed(byte[] bytes) {
        client.secrets()
                .inNamespace(namespace.name())
                .withName("shop-session-keys")
                .edit(secret -> new SecretBuilder(secret)
                        .withData(Map.of("seed", Base64.getEncoder().encodeToString(bytes)))
                        .build());
    }

    /** The name of the key that sealed a session. */
    private static String keyOf(McpSession session) {
        return session.id().split("\\.")[0];
    }

    private static String swaps(Pod pod) {
        return pod.metrics()
                .lines()
                .filter(line -> line.startsWith("hyperterse_catalog_swaps_total{outcome=\"live\"}"))
                .findFirst()
                .orElseThrow();
    }

    private void awaitObject(String object) {
        namespace.kubectl("wait", "--for=create", "--timeout=120s", object);
    }

    private static void await(String what, Condition condition) throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what + ", within " + PATIENCE).isLessThan(until);
            Thread.sleep(10);
        }
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws Exception;
    }

    /** One container of a pod, and its clients. */
    private static final class Pod implements AutoCloseable {
        private final Path home;
        private final PodReplica replica;
        private final Observation observation;
        private Optional<McpEndpoint> endpoint = Optional.empty();

        Pod(Path home, PodReplica replica, Observation observation) {
            this.home = home;
            this.replica = replica;
            this.observation = observation;
        }

        String metrics() {
            return observation.metrics().exposition();
        }

        /** As soon as the replica is ready. */
        McpEndpoint endpoint() throws Exception {
            await(
                    "the replica is ready",
                    () -> observation.readiness().state() == Readiness.State.Ready
                            && replica.port().isPresent());
            if (endpoint.isEmpty()) {
                endpoint = Optional.of(new McpEndpoint(
                        URI.create("http://127.0.0.1:" + replica.port().orElseThrow() + "/mcp")));
            }
            return endpoint.get();
        }

        McpSession session() throws Exception {
            return endpoint().initialize();
        }

        @Override
        public void close() {
            endpoint.ifPresent(McpEndpoint::close);
            replica.close();
        }
    }
}
