package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.operator.TestNamespace;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What runs for a server, on a real API server with Kubernetes' own controllers. The operator is the ServiceAccount that
 * the installation makes, with the rights that it gives. In several classes, which run at once: much of their time they
 * wait for what is tried again after a while.
 */
abstract class WorkloadOnApiServer {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    static final RuntimeImage OLD = new RuntimeImage("registry.example/runtime:1", "1", false);
    static final RuntimeImage NEW = new RuntimeImage("registry.example/runtime:2", "2", false);
    static final RuntimeImage OVERRIDABLE = new RuntimeImage("registry.example/runtime:1", "1", true);
    static final String OWN =
            "serviceaccounts,roles,rolebindings,services,deployments,horizontalpodautoscalers,poddisruptionbudgets,"
                    + "networkpolicies,secrets";

    TestNamespace namespace;
    ServerKey shop;
    HeardStates states;
    WorkloadController controller;

    /** How far the clock of the controller is ahead. */
    volatile Duration ahead = Duration.ZERO;

    private final Set<String> knownPods = new HashSet<>();
    private KubernetesClient client;
    private ClusterView view;

    @BeforeEach
    void startTheController(ControlPlane controlPlane) throws InterruptedException {
        namespace = TestNamespace.openToTheOperator(controlPlane, "shop");
        shop = new ServerKey(namespace.name(), "shop");
        client = asTheOperator(controlPlane);
        view = new ClusterView(client, Scope.everywhere());
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(1))).isTrue();
        started(OLD);
    }

    void started(RuntimeImage image) {
        started(image, Scope.everywhere());
    }

    void started(RuntimeImage image, Scope scope) {
        states = new HeardStates();
        controller = new WorkloadController(
                client,
                scope,
                new WorkloadSettings(image, List.of(), List.of(), TestNamespace.SYSTEM),
                view,
                () -> Instant.now().plus(ahead));
        controller.start(states);
    }

    private KubernetesClient asTheOperator(ControlPlane controlPlane) {
        return ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl(controlPlane.url())
                .withCaCertFile(controlPlane.certificateAuthority().toString())
                .withOauthToken(namespace.operatorToken())
                .build());
    }

    @AfterEach
    void stop() {
        // A namespace goes slowly; its server would take part in the upgrades of the next test.
        namespace.kubectl("delete", "hyperterseserver", "--all");
        controller.close();
        view.close();
        client.close();
        namespace.anywhere("delete", "namespace", namespace.name(), "--wait=false");
    }

    /** Returns once the API server refuses them. */
    void refuseDeployments() {
        namespace.apply("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: %1$s}
            webhooks:
              - name: nobody.example.com
                clientConfig: {url: "https://127.0.0.1:1/"}
                rules: [{apiGroups: [apps], apiVersions: [v1], operations: ["*"], resources: [deployments]}]
                namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                sideEffects: None
                admissionReviewVersions: [v1]
            """.formatted(namespace.name()));
        awaitFailure("create", "deployment", "nobodys", "--image=none", "--dry-run=server");
    }

    /** What was configured, the API server takes up a moment later. */
    void awaitFailure(String... kubectl) {
        var deadline = Instant.now().plus(PATIENCE);
        while (namespace.attempt(kubectl).succeeded()) {
            assertThat(Instant.now()).as(String.join(" ", kubectl)).isBefore(deadline);
            LockSupport.parkNanos(100_000_000);
        }
    }

    /** The one that was not there before: two pods may be created within the second that their age is told in. */
    String newestPod() {
        waitFor("jsonpath={.status.replicas}", "deployment/shop-runtime");
        var added = namespace
                .kubectl("get", "pods", "-o", "name")
                .lines()
                .filter(knownPods::add)
                .toList();
        assertThat(added).hasSize(1);
        return added.getFirst();
    }

    void ready(String pod) {
        status(
                pod,
                "{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}],\"containerStatuses\":[]}");
    }

    void status(String pod, String status) {
        namespace.kubectl("patch", pod, "--subresource=status", "--type=merge", "-p", "{\"status\":" + status + "}");
    }

    String image() {
        return namespace.get("deployment/shop-runtime", "{.spec.template.spec.containers[0].image}");
    }

    String[] own() {
        return namespace
                .kubectl("get", OWN, "-l", "hyperterse.dev/server=shop", "-o", "name")
                .lines()
                .toArray(String[]::new);
    }

    void apply(String workload) {
        apply("shop", workload);
    }

    void apply(String server, String workload) {
        namespace.apply("""
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: %s}
            spec: {workload: %s}
            """.formatted(server, workload));
    }

    void waitFor(String what, String... objects) {
        for (var object : objects) {
            if (what.startsWith("jsonpath")) {
                waitFor("create", object);
            }
            namespace.waitFor(120, what, object);
        }
    }
}
