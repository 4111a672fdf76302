package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.read.ClusterClient;
import dev.hyperterse.operator.read.ClusterView;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From {@code kubectl apply} to what two replicas serve and {@code kubectl wait} says, on a real API server. */
@RealApiServer
class OperatorIT {
    private static final String READY = "condition=Ready";

    private final String namespace = "shop-" + UUID.randomUUID().toString().substring(0, 8);
    private KubernetesClient client;
    private Kubectl kubectl;
    private ClusterView view;
    private LeadershipTerm operator;
    private List<FollowingPod> pods;

    @BeforeEach
    void startTheOperatorAndTwoPods(ControlPlane controlPlane, @TempDir Path folder)
            throws IOException, InterruptedException {
        kubectl = controlPlane.kubectl();
        must("apply", "--server-side", "-f", "../crds/manifests");
        must("wait", "--for=condition=Established", "--timeout=60s", "-f", "../crds/manifests");
        must("create", "namespace", namespace);
        client = ClusterClient.connect(
                Config.fromKubeconfig(controlPlane.kubeconfig().toFile()));
        view = new ClusterView(client);
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(2))).isTrue();
        operator = started();
        pods = List.of(
                FollowingPod.start(controlPlane, client, namespace, "shop", "shop-0", folder.resolve("0")),
                FollowingPod.start(controlPlane, client, namespace, "shop", "shop-1", folder.resolve("1")));
    }

    @AfterEach
    void stop() {
        operator.close();
        view.close();
        pods.forEach(FollowingPod::close);
        must("-n", namespace, "delete", "hyperterseservers,tools,resources.hyperterse.dev", "--all");
        client.close();
    }

    @Test
    void whatIsAppliedIsServedByEveryReplicaBeforeItIsReady() {
        apply(server("Same"), tool("one", "SELECT 1 AS one"), tool("two", "SELECT 2 AS two"));
        waitFor(READY, "tool/one", "tool/two", "hyperterseserver/shop");
        assertThat(pods).allSatisfy(pod -> {
            assertThat(pod.leaf("one")).isPresent();
            assertThat(pod.leaf("two")).isPresent();
        });
        assertThat(get("hyperterseserver/shop", "{.status.attached.tools} {.status.converged}"))
                .isEqualTo("2 2/2");
    }

    @Test
    void aDeletedToolIsGone() throws InterruptedException {
        apply(server("Same"), tool("one", "SELECT 1 AS one"), tool("two", "SELECT 2 AS two"));
        waitFor(READY, "tool/one", "tool/two");
        must("-n", namespace, "delete", "tool/one");
        for (var pod : pods) {
            var catalog = pod.await(it -> FollowingPod.leaf(it, "one").isEmpty());
            assertThat(FollowingPod.leaf(catalog, "two")).isPresent();
        }
    }

    @Test
    void anInvalidVersionIsNotServedAndTheOneBeforeIsEvenByTheNextOperator() throws InterruptedException {
        apply(server("Same"), tool("one", "SELECT 1 AS one"));
        waitFor(READY, "tool/one");
        apply(tool("one", "SELECT {{ inputs.nothing }}"));
        waitFor("condition=Stalled", "tool/one");
        assertThat(get("tool/one", "{.status.servers[0].generation} {.status.servers[0].servedGeneration}"))
                .isEqualTo("2 1");
        assertThat(get("tool/one", "{.status.conditions[?(@.type==\"Ready\")].reason}"))
                .isEqualTo("InvalidStatement");

        operator.close();
        operator = started();
        apply(tool("two", "SELECT 2 AS two"));
        waitFor(READY, "tool/two");
        assertThat(pods).allSatisfy(pod -> assertThat(pod.leaf("one"))
                .hasValueSatisfying(
                        leaf -> assertThat(leaf.identity().generation()).isEqualTo(1)));

        apply(tool("one", "SELECT 3 AS three"));
        waitFor(READY, "tool/one");
        for (var pod : pods) {
            pod.await(it -> FollowingPod.leaf(it, "one")
                    .filter(leaf -> leaf.identity().generation() == 3)
                    .isPresent());
        }
    }

    @Test
    void anIndexThatIsDeletedByHandCostsNoLastGoodVersion() {
        apply(server("Same"), tool("one", "SELECT 1 AS one"));
        waitFor(READY, "tool/one");
        apply(tool("one", "SELECT {{ inputs.nothing }}"));
        waitFor("condition=Stalled", "tool/one");
        must("-n", namespace, "delete", "configmap/shop-catalog");

        apply(tool("two", "SELECT 2 AS two"));
        waitFor(READY, "tool/two");

        assertThat(pods).allSatisfy(pod -> assertThat(pod.leaf("one"))
                .hasValueSatisfying(
                        leaf -> assertThat(leaf.identity().generation()).isEqualTo(1)));
    }

    @Test
    void aNameIsServedOnceAndItsSecondBearerSaysSo() {
        apply(server("Same"), tool("one", "SELECT 1 AS one"));
        waitFor(READY, "tool/one");
        apply(tool("other", "SELECT 2 AS two").replace("spec:", "spec:\n  name: one"));
        waitFor("condition=Stalled", "tool/other");
        assertThat(get("tool/other", "{.status.conditions[?(@.type==\"Ready\")].reason}"))
                .isEqualTo("NameConflict");
        assertThat(pods).allSatisfy(pod -> assertThat(pod.leaf("one"))
                .hasValueSatisfying(leaf -> assertThat(leaf.identity().name()).isEqualTo("one")));
        must("-n", namespace, "delete", "tool/one");
        waitFor(READY, "tool/other");
    }

    @Test
    void aRevokedGrantTakesTheToolAwayAtOnce() throws InterruptedException {
        apply(server("Same"), tool("one", "SELECT 1 AS one"));
        waitFor(READY, "tool/one");
        apply(server("None"));
        for (var pod : pods) {
            pod.await(it -> FollowingPod.leaf(it, "one").isEmpty());
        }
        waitFor("jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}=NotAllowedAdapter", "tool/one");
    }

    @Test
    void whatItRefersToHealsItAndChangesIt() throws InterruptedException {
        apply(server("Same"), resource());
        waitFor("condition=Reconciling", "resources.hyperterse.dev/terms");
        must("-n", namespace, "create", "configmap", "texts", "--from-literal=terms=first");
        waitFor(READY, "resources.hyperterse.dev/terms");
        must("-n", namespace, "patch", "configmap", "texts", "--type=merge", "-p", "{\"data\":{\"terms\":\"second\"}}");
        for (var pod : pods) {
            pod.await(it -> FollowingPod.leaf(it, "text://terms")
                    .filter(leaf -> leaf.toString().contains("second"))
                    .isPresent());
        }
    }

    @Test
    void anOrphanSaysWhyItIsNotServed() {
        apply(tool("one", "SELECT 1 AS one"));
        waitFor("jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}=ServerNotFound", "tool/one");
        apply(server("Same"));
        waitFor(READY, "tool/one");
    }

    @Test
    void anOperatorThatStartsAgainWritesNothingToLeaves() {
        apply(server("Same"), tool("one", "SELECT 1 AS one"));
        waitFor(READY, "tool/one");
        var before = get("tool/one", "{.metadata.resourceVersion}");
        operator.close();
        operator = started();
        apply(tool("two", "SELECT 2 AS two"));
        waitFor(READY, "tool/two");
        assertThat(get("tool/one", "{.metadata.resourceVersion}")).isEqualTo(before);
    }

    /** Its numbers begin at one; whoever still serves the server before must not be taken to be ahead of it. */
    @Test
    void aServerThatIsMadeAgainCountsInAnEpochOfItsOwn() {
        apply(server("Same"), tool("one", "SELECT 1 AS one"));
        waitFor(READY, "tool/one");
        var before = get("hyperterseserver/shop", "{.status.revision.epoch}");
        must("-n", namespace, "delete", "hyperterseserver/shop");
        apply(server("Same"));
        waitFor(READY, "hyperterseserver/shop", "tool/one");
        assertThat(get("hyperterseserver/shop", "{.status.revision.epoch}")).isNotEqualTo(before);
    }

    @Test
    void whatStalledIsToldByAnEvent() throws Exception {
        var told = client.events().v1().events().inNamespace(namespace).informOnCondition(events -> events.stream()
                .anyMatch(it -> "InvalidStatement".equals(it.getReason())
                        && "Warning".equals(it.getType())
                        && "one".equals(it.getRegarding().getName())));
        apply(server("Same"), tool("one", "SELECT {{ inputs.nothing }}"));
        waitFor("condition=Stalled", "tool/one");
        told.get(30, TimeUnit.SECONDS);
    }

    private LeadershipTerm started() {
        var one = new LeadershipTerm(
                client, client, view, () -> true, List.of(), new OperatorMetrics(), InstantSource.system());
        one.start();
        return one;
    }

    private void apply(String... manifests) {
        var result = kubectl.runWithInput(String.join("\n---\n", manifests), "-n", namespace, "apply", "-f", "-");
        assertThat(result.succeeded()).as(result.errors()).isTrue();
    }

    private void waitFor(String what, String... objects) {
        for (var object : objects) {
            var result = kubectl.run("-n", namespace, "wait", "--for=" + what, "--timeout=30s", object);
            assertThat(result.succeeded())
                    .as(result.errors()
                            + kubectl.run("-n", namespace, "get", object, "-o", "yaml")
                                    .output())
                    .isTrue();
        }
    }

    private String get(String object, String path) {
        return must("-n", namespace, "get", object, "-o", "jsonpath=" + path);
    }

    private String must(String... arguments) {
        var result = kubectl.run(arguments);
        assertThat(result.succeeded()).as(result.errors()).isTrue();
        return result.output();
    }

    private static String server(String adapterGrant) {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata:
              name: shop
            spec:
              adapters:
                - name: demo
                  namespaces: {from: %s}
                  sqlite: {url: ":memory:"}
            """.formatted(adapterGrant);
    }

    private static String tool(String name, String statement) {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata:
              name: %s
            spec:
              serverRefs: [{name: shop}]
              description: A number
              statement:
                adapter: demo
                text: {inline: "%s"}
            """.formatted(name, statement);
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
