package dev.hyperterse.operator;

import static dev.hyperterse.operator.DemoManifests.server;
import static dev.hyperterse.operator.DemoManifests.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.trace.ReconcileTrace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From {@code kubectl apply} to what two replicas serve and {@code kubectl wait} says, on a real API server. */
@RealApiServer
@Order(1)
class OperatorIT {
    private static final String READY = "condition=Ready";
    private static final String POD = "hyperterse-operator-0";
    private static final int PATIENCE = 120;

    private TestNamespace namespace;
    private KubernetesClient client;
    private ClusterView view;
    private Leader operator;
    private List<FollowingPod> pods;

    @BeforeEach
    void startTheOperatorAndTwoPods(ControlPlane controlPlane, @TempDir Path folder)
            throws IOException, InterruptedException {
        namespace = TestNamespace.create(controlPlane, "shop");
        client = ClusterClient.connect(
                Config.fromKubeconfig(controlPlane.kubeconfig().toFile()));
        view = new ClusterView(client, Scope.everywhere());
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(2))).isTrue();
        operator = started();
        pods = List.of(
                FollowingPod.start(controlPlane, client, namespace.name(), "shop", "shop-0", folder.resolve("0")),
                FollowingPod.start(controlPlane, client, namespace.name(), "shop", "shop-1", folder.resolve("1")));
    }

    @AfterEach
    void stop() {
        operator.finish();
        view.close();
        pods.forEach(FollowingPod::close);
        namespace.kubectl("delete", "hyperterseservers,tools,resources.hyperterse.dev", "--all");
        client.close();
    }

    @Test
    void anAppliedToolIsServedByEveryReplicaBeforeItIsReady() {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"), tool("two", "SELECT 2 AS two"));
        namespace.waitFor(PATIENCE, READY, "tool/one", "tool/two", "hyperterseserver/shop");
        assertThat(pods).allSatisfy(pod -> {
            assertThat(pod.leaf("one")).isPresent();
            assertThat(pod.leaf("two")).isPresent();
        });
        // The status of a server is written once a second.
        namespace.waitFor(PATIENCE, "condition=Converged", "hyperterseserver/shop");
        assertThat(namespace.get("hyperterseserver/shop", "{.status.attached.tools} {.status.converged}"))
                .isEqualTo("2 2/2");
    }

    @Test
    void aDeletedToolIsGone() throws InterruptedException {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"), tool("two", "SELECT 2 AS two"));
        namespace.waitFor(PATIENCE, READY, "tool/one", "tool/two");
        namespace.kubectl("delete", "tool/one");
        for (var pod : pods) {
            var catalog = pod.await(it -> FollowingPod.leaf(it, "one").isEmpty());
            assertThat(FollowingPod.leaf(catalog, "two")).isPresent();
        }
    }

    @Test
    void anInvalidVersionIsNotServedAndTheOneBeforeIsEvenByTheNextOperator() throws InterruptedException {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        namespace.apply(tool("one", "SELECT {{ inputs.nothing }}"));
        namespace.waitFor(PATIENCE, "condition=Stalled", "tool/one");
        assertThat(namespace.get("tool/one", "{.status.servers[0].generation} {.status.servers[0].servedGeneration}"))
                .isEqualTo("2 1");
        assertThat(namespace.get("tool/one", "{.status.conditions[?(@.type==\"Ready\")].reason}"))
                .isEqualTo("InvalidStatement");

        operator.finish();
        operator = started();
        namespace.apply(tool("two", "SELECT 2 AS two"));
        namespace.waitFor(PATIENCE, READY, "tool/two");
        assertThat(pods).allSatisfy(pod -> assertThat(pod.leaf("one"))
                .hasValueSatisfying(
                        leaf -> assertThat(leaf.identity().generation()).isEqualTo(1)));

        namespace.apply(tool("one", "SELECT 3 AS three"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        for (var pod : pods) {
            pod.await(it -> FollowingPod.leaf(it, "one")
                    .filter(leaf -> leaf.identity().generation() == 3)
                    .isPresent());
        }
    }

    @Test
    void anIndexThatIsDeletedByHandCostsNoLastGoodVersion() {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        namespace.apply(tool("one", "SELECT {{ inputs.nothing }}"));
        namespace.waitFor(PATIENCE, "condition=Stalled", "tool/one");
        namespace.kubectl("delete", "configmap/shop-catalog");

        namespace.apply(tool("two", "SELECT 2 AS two"));
        namespace.waitFor(PATIENCE, READY, "tool/two");

        assertThat(pods).allSatisfy(pod -> assertThat(pod.leaf("one"))
                .hasValueSatisfying(
                        leaf -> assertThat(leaf.identity().generation()).isEqualTo(1)));
    }

    @Test
    void statusThatAnotherWriterChangedIsRepaired() {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one", "hyperterseserver/shop");
        for (var object : List.of("tool/one", "hyperterseserver/shop")) {
            namespace.kubectl(
                    "patch",
                    object,
                    "--subresource=status",
                    "--type=merge",
                    "--patch",
                    "{\"status\":{\"conditions\":[]}}");
            namespace.waitFor(PATIENCE, READY, object);
        }
        assertThat(namespace.get("tool/one", "{.status.servers[0].servedGeneration}"))
                .isEqualTo("1");
    }

    @Test
    void aNameIsServedOnceAndItsSecondBearerSaysSo() {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        namespace.apply(tool("other", "SELECT 2 AS two").replace("spec:", "spec:\n  name: one"));
        namespace.waitFor(PATIENCE, "condition=Stalled", "tool/other");
        assertThat(namespace.get("tool/other", "{.status.conditions[?(@.type==\"Ready\")].reason}"))
                .isEqualTo("NameConflict");
        assertThat(pods).allSatisfy(pod -> assertThat(pod.leaf("one"))
                .hasValueSatisfying(leaf -> assertThat(leaf.identity().name()).isEqualTo("one")));
        namespace.kubectl("delete", "tool/one");
        namespace.waitFor(PATIENCE, READY, "tool/other");
    }

    @Test
    void aRevokedGrantTakesTheToolAwayAtOnce() throws InterruptedException {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        namespace.apply(server("None"));
        for (var pod : pods) {
            pod.await(it -> FollowingPod.leaf(it, "one").isEmpty());
        }
        namespace.waitFor(
                PATIENCE, "jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}=NotAllowedAdapter", "tool/one");
    }

    @Test
    void aReferencedObjectThatAppearsOrChangesTakesEffect() throws InterruptedException {
        namespace.apply(server(), resource());
        namespace.waitFor(PATIENCE, "condition=Reconciling", "resources.hyperterse.dev/terms");
        namespace.kubectl("create", "configmap", "texts", "--from-literal=terms=first");
        namespace.kubectl("label", "configmap", "texts", "hyperterse.dev/readable=true");
        namespace.waitFor(PATIENCE, READY, "resources.hyperterse.dev/terms");
        namespace.kubectl("patch", "configmap", "texts", "--type=merge", "-p", "{\"data\":{\"terms\":\"second\"}}");
        for (var pod : pods) {
            pod.await(it -> FollowingPod.leaf(it, "text://terms")
                    .filter(leaf -> leaf.toString().contains("second"))
                    .isPresent());
        }
    }

    @Test
    void anOrphanSaysWhyItIsNotServed() {
        namespace.apply(tool("one", "SELECT 1 AS one"));
        namespace.waitFor(
                PATIENCE, "jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}=ServerNotFound", "tool/one");
        namespace.apply(server());
        namespace.waitFor(PATIENCE, READY, "tool/one");
    }

    @Test
    void anOperatorThatStartsAgainWritesNothingToLeaves() {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        var before = namespace.get("tool/one", "{.metadata.resourceVersion}");
        operator.finish();
        operator = started();
        namespace.apply(tool("two", "SELECT 2 AS two"));
        namespace.waitFor(PATIENCE, READY, "tool/two");
        assertThat(namespace.get("tool/one", "{.metadata.resourceVersion}")).isEqualTo(before);
    }

    @Test
    void objectsOfAnotherOwnerAreNotOverwritten() {
        namespace.kubectl("create", "configmap", "shop-catalog", "--from-literal=shoes=42");
        namespace.kubectl("create", "secret", "generic", "shop-values", "--from-literal=chart=mine");
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, programmed(isTaken("ConfigMap shop-catalog")), "hyperterseserver/shop");
        assertThat(namespace.get("configmap/shop-catalog", "{.data} {.metadata.ownerReferences}"))
                .isEqualTo("{\"shoes\":\"42\"} ");

        // An edit does not wait for the next attempt.
        namespace.kubectl("delete", "configmap/shop-catalog");
        namespace.apply(tool("one", "SELECT 2 AS one"));
        namespace.waitFor(PATIENCE, programmed(isTaken("Secret shop-values")), "hyperterseserver/shop");
        assertThat(namespace.get("secret/shop-values", "{.data} {.metadata.ownerReferences}"))
                .isEqualTo("{\"chart\":\"bWluZQ==\"} ");

        namespace.kubectl("delete", "secret/shop-values");
        namespace.apply(tool("one", "SELECT 3 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        namespace.waitFor(PATIENCE, programmed("the catalog is published"), "hyperterseserver/shop");
    }

    /** Its numbers begin at one; whoever still serves the server before must not be taken to be ahead of it. */
    @Test
    void aServerThatIsMadeAgainCountsInAnEpochOfItsOwn() {
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        namespace.waitFor(PATIENCE, READY, "tool/one");
        var before = namespace.get("hyperterseserver/shop", "{.status.revision.epoch}");
        namespace.kubectl("delete", "hyperterseserver/shop");
        namespace.apply(server());
        namespace.waitFor(PATIENCE, READY, "hyperterseserver/shop", "tool/one");
        assertThat(namespace.get("hyperterseserver/shop", "{.status.revision.epoch}"))
                .isNotEqualTo(before);
    }

    @Test
    void aStalledObjectHasAnEventReportedByThePod() throws Exception {
        var told = client.events()
                .v1()
                .events()
                .inNamespace(namespace.name())
                .informOnCondition(events -> events.stream()
                        .anyMatch(it -> "InvalidStatement".equals(it.getReason())
                                && "Warning".equals(it.getType())
                                && POD.equals(it.getReportingInstance())
                                && "one".equals(it.getRegarding().getName())));
        namespace.apply(server(), tool("one", "SELECT {{ inputs.nothing }}"));
        namespace.waitFor(PATIENCE, "condition=Stalled", "tool/one");
        told.get(PATIENCE, TimeUnit.SECONDS);
    }

    private static String isTaken(String object) {
        return object + ": the name is taken by an object that belongs to another owner, which is left alone;"
                + " delete or rename that object, or name the server differently [child-is-ours]";
    }

    private static String programmed(String message) {
        return "jsonpath={.status.conditions[?(@.type==\"Programmed\")].message}=" + message;
    }

    private Leader started() {
        var one = new Leader(
                client,
                client,
                POD,
                view,
                () -> true,
                new AppliedWorkloads(view),
                new OperatorMetrics(),
                _ -> ReconcileTrace.NONE,
                InstantSource.system(),
                Leader.INSPECTION_PACE);
        one.start();
        return one;
    }

    private static String resource() {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Resource
            metadata:
              name: terms
            spec:
              serverRefs: [{name: shop}]
              uri: text://terms
              mimeType: text/plain
              configMapKeyRef: {name: texts, key: terms}
            """;
    }
}
