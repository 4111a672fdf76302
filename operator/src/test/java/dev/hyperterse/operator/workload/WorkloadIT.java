package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.TestNamespace;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.read.ClusterClient;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What runs for a server, on a real API server with Kubernetes' own controllers. The operator is the ServiceAccount that
 * the installation makes, with the rights that it gives.
 */
@RealApiServer(controllers = true)
class WorkloadIT {
    private static final String ROUTES = "src/test/resources/workload/httproutes.yaml";
    private static final RuntimeImage OLD = new RuntimeImage("registry.example/runtime:1", "1", false);
    private static final RuntimeImage NEW = new RuntimeImage("registry.example/runtime:2", "2", false);
    private static final RuntimeImage OVERRIDABLE = new RuntimeImage("registry.example/runtime:1", "1", true);
    private static final String OWN =
            "serviceaccounts,roles,rolebindings,services,deployments,horizontalpodautoscalers,poddisruptionbudgets,"
                    + "networkpolicies,secrets";

    private TestNamespace namespace;
    private ServerKey shop;
    private KubernetesClient client;
    private final Set<String> knownPods = new HashSet<>();
    private HeardStates states;
    private ClusterView view;
    private WorkloadController controller;

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

    private void started(RuntimeImage image) {
        started(image, Scope.everywhere());
    }

    private void started(RuntimeImage image, Scope scope) {
        states = new HeardStates();
        controller = new WorkloadController(
                client, scope, new WorkloadSettings(image, TestNamespace.SYSTEM), view, states, InstantSource.system());
        controller.start();
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

    @Test
    void whatAServerNeedsIsMadeAndGoesWithIt() {
        apply("{replicas: 2, podDisruptionBudget: {minAvailable: 1}, networkPolicy: {from: [{podSelector: {}}]}}");
        waitFor("jsonpath={.status.replicas}=2", "deployment/shop-runtime");
        assertThat(own())
                .containsExactlyInAnyOrder(
                        "serviceaccount/shop-runtime",
                        "role.rbac.authorization.k8s.io/shop-runtime",
                        "rolebinding.rbac.authorization.k8s.io/shop-runtime",
                        "service/shop",
                        "deployment.apps/shop-runtime",
                        "poddisruptionbudget.policy/shop-runtime",
                        "networkpolicy.networking.k8s.io/shop-runtime",
                        "secret/shop-session-keys");
        assertThat(namespace.get("hyperterseserver/shop", "{.metadata.finalizers}"))
                .isEmpty();

        apply("{replicas: 1, podDisruptionBudget: {minAvailable: 1}}");
        waitFor("delete", "poddisruptionbudget/shop-runtime", "networkpolicy/shop-runtime");

        namespace.kubectl("delete", "hyperterseserver/shop");
        waitFor(
                "delete",
                "deployment/shop-runtime",
                "service/shop",
                "serviceaccount/shop-runtime",
                "role/shop-runtime",
                "rolebinding/shop-runtime",
                "secret/shop-session-keys");
        assertThat(own()).isEmpty();
    }

    @Test
    void whatIsChangedByHandIsPutBackAndWhatOthersAddStays() {
        apply("{replicas: 2}");
        waitFor("jsonpath={.status.replicas}=2", "deployment/shop-runtime");
        namespace.kubectl("annotate", "service/shop", "example.com/note=theirs");

        namespace.kubectl("scale", "deployment/shop-runtime", "--replicas=5");
        namespace.kubectl(
                "patch", "role/shop-runtime", "--type=json", "-p", "[{\"op\":\"remove\",\"path\":\"/rules/2\"}]");
        namespace.kubectl(
                "patch",
                "service/shop",
                "--type=merge",
                "-p",
                "{\"spec\":{\"selector\":{\"app.kubernetes.io/name\":\"other\"}}}");
        namespace.kubectl("label", "serviceaccount/shop-runtime", "hyperterse.dev/server-");
        namespace.kubectl("delete", "rolebinding/shop-runtime");

        waitFor("jsonpath={.spec.replicas}=2", "deployment/shop-runtime");
        waitFor("jsonpath={.rules[2].resources[0]}=secrets", "role/shop-runtime");
        waitFor("jsonpath={.spec.selector.app\\.kubernetes\\.io/name}=hyperterse-runtime", "service/shop");
        waitFor("jsonpath={.metadata.labels.hyperterse\\.dev/server}=shop", "serviceaccount/shop-runtime");
        waitFor("create", "rolebinding/shop-runtime");
        assertThat(namespace.get("service/shop", "{.metadata.annotations.example\\.com/note}"))
                .isEqualTo("theirs");
    }

    @Test
    void nothingIsWrittenWhenNothingChanges() {
        apply(
                "{autoscaling: {minReplicas: 2, maxReplicas: 5}, podDisruptionBudget: {minAvailable: 1}, networkPolicy: {from: [{podSelector: {}}]}}");
        waitFor("jsonpath={.status.observedGeneration}=1", "deployment/shop-runtime");
        states.await(shop, it -> it.problems().isEmpty() && it.replicas() == 1);
        var before = versions();

        controller.close();
        started(OLD);
        states.await(shop, it -> it.replicas() == 1);
        assertThat(versions()).isEqualTo(before);
    }

    @Test
    void aServerIsScaledByKubectl() {
        apply("{replicas: 1}");
        waitFor("create", "deployment/shop-runtime");
        namespace.kubectl("scale", "hyperterseserver/shop", "--replicas=3");
        waitFor("jsonpath={.status.replicas}=3", "deployment/shop-runtime");
        states.await(shop, it -> it.replicas() == 3 && it.readyReplicas() == 0);
    }

    @Test
    void anAutoscalerTakesOverWhatThereIsAndIsNotFought() {
        apply("{replicas: 3}");
        waitFor("jsonpath={.spec.replicas}=3", "deployment/shop-runtime");
        apply("{autoscaling: {minReplicas: 2, maxReplicas: 5}}");
        waitFor("create", "horizontalpodautoscaler/shop-runtime");
        assertThat(namespace.get("deployment/shop-runtime", "{.spec.replicas}")).isEqualTo("3");

        namespace.kubectl("scale", "deployment/shop-runtime", "--replicas=4");
        apply("{autoscaling: {minReplicas: 2, maxReplicas: 5}, labels: {team: shop}}");
        waitFor("jsonpath={.spec.template.metadata.labels.team}=shop", "deployment/shop-runtime");
        assertThat(namespace.get("deployment/shop-runtime", "{.spec.replicas}")).isEqualTo("4");

        apply("{replicas: 2}");
        waitFor("delete", "horizontalpodautoscaler/shop-runtime");
        waitFor("jsonpath={.spec.replicas}=2", "deployment/shop-runtime");
    }

    @Test
    void whatBelongsToSomebodyElseIsLeftAlone() {
        namespace.kubectl("create", "service", "clusterip", "shop", "--tcp=5000:5000");
        var before = namespace.get("service/shop", "{.metadata.resourceVersion}");
        apply("{}");
        waitFor("create", "deployment/shop-runtime");
        var state = states.await(shop, it -> !it.problems().isEmpty());
        assertThat(state.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.ForeignObject);
            assertThat(problem.path()).isEqualTo("Service shop");
        });
        assertThat(namespace.get("service/shop", "{.metadata.resourceVersion}")).isEqualTo(before);

        namespace.kubectl("delete", "service/shop");
        waitFor("create", "service/shop");
        states.await(shop, it -> it.problems().isEmpty());
    }

    @Test
    void aNamespaceThatIsNotOpenedToTheOperatorIsAProblemOfTheServer() {
        namespace.kubectl("delete", "-f", "../install/gateway-namespace.yaml");
        apply("{}");
        var refused = states.await(shop, it -> !it.problems().isEmpty());
        assertThat(refused.problems()).allSatisfy(it -> assertThat(it.reason()).isEqualTo(Reason.WorkloadForbidden));
        assertThat(own()).isEmpty();
        namespace.kubectl("apply", "-f", "../install/gateway-namespace.yaml");
        states.await(shop, it -> it.problems().isEmpty());
    }

    @Test
    void aWorkloadThatIsMalformedIsAProblemOfTheServer() {
        apply("{resources: {limits: {memory: much}}}");
        var noQuantity = states.await(shop, it -> !it.problems().isEmpty());
        assertThat(noQuantity.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.InvalidWorkload);
            assertThat(problem.describe()).contains("Deployment shop-runtime", "quantities must match");
        });

        var spread = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}";
        apply("{topologySpreadConstraints: [%s, %s]}".formatted(spread, spread));
        var twice = states.await(shop, it -> it.generation() == 2);
        assertThat(twice.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.InvalidWorkload);
            assertThat(problem.describe()).contains("topologySpreadConstraints", "Duplicate value");
        });

        apply("{topologySpreadConstraints: [%s]}".formatted(spread));
        states.await(shop, it -> it.problems().isEmpty());
        apply("{topologySpreadConstraints: [%s, %s]}".formatted(spread, spread));
        var edited = states.await(shop, it -> it.generation() == 4);
        assertThat(edited.problems()).singleElement().satisfies(problem -> assertThat(problem.reason())
                .isEqualTo(Reason.InvalidWorkload));
    }

    @Test
    void anAdmissionWebhookThatDoesNotAnswerIsTold() {
        refuseDeployments();
        try {
            apply("{}");
            var undecided = states.await(shop, it -> !it.problems().isEmpty());
            assertThat(undecided.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.reason()).isEqualTo(Reason.WorkloadForbidden);
                assertThat(problem.describe()).contains("Deployment shop-runtime", "nobody.example.com");
            });
            waitFor("create", "service/shop");
        } finally {
            namespace.anywhere("delete", "validatingwebhookconfiguration", namespace.name());
        }
        apply("{labels: {team: shop}}");
        states.await(shop, it -> it.problems().isEmpty());
    }

    /** What was rolled out before is told from what is refused now: only the second is a rollout that cannot go on. */
    @Test
    void anUpgradeWhoseDeploymentIsRefusedIsTold() {
        apply("{}");
        ready(newestPod());
        states.await(shop, it -> it.rollout() == Rollout.Complete);
        refuseDeployments();
        try {
            awaitRefusal();
            controller.close();
            started(OLD);
            var unchanged = states.await(shop, it -> !it.problems().isEmpty());
            assertThat(unchanged.rollout()).isEqualTo(Rollout.Complete);

            controller.close();
            started(NEW);
            var refused = states.await(shop, it -> it.rollout() == Rollout.Refused);
            assertThat(refused.rolloutIsHeldUp()).isTrue();
            assertThat(refused.problems()).singleElement().satisfies(problem -> assertThat(problem.describe())
                    .contains("Deployment shop-runtime", "nobody.example.com"));
            assertThat(image()).isEqualTo(OLD.image());
        } finally {
            namespace.anywhere("delete", "validatingwebhookconfiguration", namespace.name());
        }
    }

    private void refuseDeployments() {
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
    }

    /** The API server takes a webhook up a moment after it was configured. */
    private void awaitRefusal() {
        for (var attempt = 0; attempt < 300; attempt++) {
            if (!namespace
                    .attempt("label", "deployment/shop-runtime", "a=b", "--overwrite", "--dry-run=server")
                    .succeeded()) {
                return;
            }
        }
        throw new AssertionError("the webhook is not asked");
    }

    @Test
    void whyPodsAreNotReadyIsTold() {
        namespace.kubectl("create", "quota", "none", "--hard=pods=0");
        apply("{}");
        var refused = states.await(shop, it -> it.notReady()
                .filter(problem -> problem.reason() == Reason.PodsRefused)
                .isPresent());
        assertThat(refused.notReady().orElseThrow().describe()).contains("exceeded quota");

        namespace.kubectl("delete", "quota", "none");
        states.await(shop, it -> it.replicas() == 1 && it.runtimeVersion().isPresent());
        var pod = namespace.kubectl("get", "pods", "-o", "name").strip();
        status(
                pod,
                "{\"containerStatuses\":[{\"name\":\"runtime\",\"image\":\"registry.example/runtime:1\",\"imageID\":\"\",\"ready\":false,\"restartCount\":0,"
                        + "\"state\":{\"waiting\":{\"reason\":\"ImagePullBackOff\",\"message\":\"no such image\"}}}]}");
        states.await(shop, it -> it.notReady()
                .filter(problem -> problem.reason() == Reason.ImagePullFailed)
                .isPresent());

        ready(pod);
        var ready = states.await(shop, it -> it.readyReplicas() == 1);
        assertThat(ready.notReady()).isEmpty();
        assertThat(ready.runtimeVersion()).contains("1");
    }

    /** Of an edit, and of an upgrade whose image no registry has: the pods that serve hide neither. */
    @Test
    void aRolloutThatCannotFinishIsToldThoughOldPodsAreReady() {
        apply("{}");
        ready(newestPod());
        states.await(shop, it -> it.rollout() == Rollout.Complete);

        apply("{nodeSelector: {disk: none}}");
        states.await(shop, it -> it.generation() == 2 && it.replicas() == 2);
        status(
                newestPod(),
                "{\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":\"Unschedulable\","
                        + "\"message\":\"0/3 nodes are available\"}]}");
        var nowhere = states.await(shop, WorkloadState::rolloutIsHeldUp);
        assertThat(nowhere.readyReplicas()).isEqualTo(1);
        assertThat(nowhere.notReady().orElseThrow().describe()).contains("0/3 nodes are available");

        apply("{}");
        var back = states.await(shop, it -> it.generation() == 3 && it.rollout() == Rollout.Complete);
        assertThat(back.notReady()).isEmpty();

        controller.close();
        started(NEW);
        states.await(shop, it -> it.replicas() == 2);
        status(
                newestPod(),
                "{\"containerStatuses\":[{\"name\":\"runtime\",\"image\":\"%s\",\"imageID\":\"\",\"ready\":false,"
                                .formatted(NEW.image())
                        + "\"restartCount\":0,\"state\":{\"waiting\":{\"reason\":\"ImagePullBackOff\"}}}]}");
        var missing = states.await(shop, WorkloadState::rolloutIsHeldUp);
        assertThat(missing.notReady().map(Problem::reason)).contains(Reason.ImagePullFailed);
    }

    /** The one that was not there before: two pods may be created within the second that their age is told in. */
    private String newestPod() {
        states.await(shop, it -> it.replicas() > 0);
        var added = namespace
                .kubectl("get", "pods", "-o", "name")
                .lines()
                .filter(knownPods::add)
                .toList();
        assertThat(added).hasSize(1);
        return added.getFirst();
    }

    private void ready(String pod) {
        status(
                pod,
                "{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}],\"containerStatuses\":[]}");
    }

    @Test
    void anUpgradeOfTheOperatorRollsThePodsUnlessItIsManual() {
        apply("{upgrade: Manual}");
        waitFor("create", "deployment/shop-runtime");
        var template = namespace.get("deployment/shop-runtime", "{.spec.template}");
        controller.close();
        started(NEW);
        assertThat(states.await(shop, it -> it.pendingUpgrade().isPresent()).pendingUpgrade())
                .contains(new PendingUpgrade(OLD.image(), NEW.image(), true));
        waitFor("jsonpath={.metadata.labels.app\\.kubernetes\\.io/version}=2", "deployment/shop-runtime");
        assertThat(namespace.get("deployment/shop-runtime", "{.spec.template}")).isEqualTo(template);
        assertThat(namespace.get("deployment/shop-runtime", "{.metadata.generation}"))
                .isEqualTo("1");

        apply("{upgrade: Manual, labels: {team: shop}}");
        waitFor("jsonpath={.spec.template.metadata.labels.team}=shop", "deployment/shop-runtime");
        assertThat(image()).isEqualTo(OLD.image());

        apply("{upgrade: Automatic, labels: {team: shop}}");
        waitFor("jsonpath={.spec.template.spec.containers[0].image}=" + NEW.image(), "deployment/shop-runtime");
    }

    /** No pod becomes ready here, so that a rollout lasts until its server is deleted. */
    @Test
    void anUpgradeOfTheOperatorRollsOneServerAtATime() {
        apply("shop", "{replicas: 1}");
        apply("desk", "{replicas: 1}");
        waitFor("create", "deployment/shop-runtime", "deployment/desk-runtime");
        controller.close();
        // Elsewhere the servers of the test before may still go, and one of them would be the first.
        started(NEW, Scope.of(Set.of(namespace.name())));
        var second = states.awaitAny(it -> it.pendingUpgrade().isPresent()).name();
        var first = second.equals("shop") ? "desk" : "shop";
        waitFor(
                "jsonpath={.spec.template.spec.containers[0].image}=" + NEW.image(),
                "deployment/" + first + "-runtime");
        assertThat(namespace.get("deployment/" + second + "-runtime", "{.spec.template.spec.containers[0].image}"))
                .isEqualTo(OLD.image());

        namespace.kubectl("delete", "hyperterseserver/" + first);
        waitFor(
                "jsonpath={.spec.template.spec.containers[0].image}=" + NEW.image(),
                "deployment/" + second + "-runtime");
    }

    /** Pods that serve under the account before, or end their calls under it, read their catalog until they are gone. */
    @Test
    void aServiceAccountKeepsItsRightsUntilItsLastPodIsGone() {
        namespace.kubectl("create", "serviceaccount", "theirs");
        apply("{}");
        ready(newestPod());
        states.await(shop, it -> it.rollout() == Rollout.Complete);
        controller.close();
        started(OVERRIDABLE);

        apply("{serviceAccountName: theirs}");
        states.await(shop, it -> it.generation() == 2 && it.replicas() == 2);
        assertThat(namespace.get("deployment/shop-runtime", "{.spec.template.spec.serviceAccountName}"))
                .isEqualTo("theirs");
        assertThat(subjects()).isEqualTo("shop-runtime theirs");
        assertThat(own()).contains("serviceaccount/shop-runtime");

        ready(newestPod());
        states.await(shop, it -> it.generation() == 2 && it.rollout() == Rollout.Complete);
        waitFor("delete", "serviceaccount/shop-runtime");
        waitFor("jsonpath={.subjects[*].name}=theirs", "rolebinding/shop-runtime");
    }

    /** The API server has no Gateway API at first, and the installation grants no right to either kind. */
    @Test
    void aServerIsExposedByWhatTheClusterHasAndByNothingOnceItIsNot() {
        apply("{expose: {host: shop.example.com, ingress: {className: edge}}}");
        assertThat(exposure(Reason.WorkloadForbidden)).contains("exposure.ingresses=true");
        letTheOperatorExpose();
        waitFor("jsonpath={.spec.rules[0].host}=shop.example.com", "ingress/shop");
        states.await(shop, it -> it.generation() == 1 && it.problems().isEmpty());

        apply("{expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");
        assertThat(exposure(Reason.GatewayApiNotFound)).contains("install the CRDs of the Gateway API");
        waitFor("delete", "ingress/shop");
        assertThat(own()).contains("deployment.apps/shop-runtime");

        namespace.anywhere("apply", "-f", ROUTES);
        waitFor("jsonpath={.spec.hostnames[0]}=shop.example.com", "httproute/shop");
        namespace.kubectl("patch", "httproute/shop", "--subresource=status", "--type=merge", "-p", """
                {"status": {"parents": [{"parentRef": {"name": "edge"}, "controllerName": "example.com/gateway", "conditions": [
                  {"type": "Accepted", "status": "False", "reason": "NoMatchingParent", "message": "no such listener",
                   "observedGeneration": 1, "lastTransitionTime": "2026-01-01T00:00:00Z"}]}]}}
                """);
        assertThat(exposure(Reason.RouteNotAccepted)).contains("no such listener");

        apply("{}");
        waitFor("delete", "httproute/shop");
        states.await(shop, it -> it.generation() == 3 && it.problems().isEmpty());
        namespace.anywhere("delete", "-f", ROUTES);
    }

    /** Removing the CRDs of the Gateway API removes every route with them; the server goes on serving, and says it. */
    @Test
    void aRouteComesBackWithTheGatewayApi() {
        namespace.anywhere("apply", "-f", ROUTES);
        letTheOperatorExpose();
        apply("{expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");
        waitFor("create", "httproute/shop");

        namespace.anywhere("delete", "-f", ROUTES);
        apply("{labels: {a: b}, expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");
        assertThat(exposure(Reason.GatewayApiNotFound)).contains("HTTPRoute shop");
        assertThat(own()).contains("deployment.apps/shop-runtime", "service/shop");

        namespace.anywhere("apply", "-f", ROUTES);
        waitFor("jsonpath={.spec.hostnames[0]}=shop.example.com", "httproute/shop");
        states.await(shop, it -> it.generation() == 2 && it.problems().isEmpty());

        namespace.anywhere("delete", "-f", ROUTES);
        apply("{}");
        states.await(shop, it -> it.generation() == 3 && it.problems().isEmpty());
        assertThat(namespace.get("service/shop", "{.metadata.annotations}")).doesNotContain("exposed-by");
    }

    /** Somebody has taken the Ingress over: the server neither changes nor removes it any more. */
    @Test
    void theIngressOfSomebodyElseIsLeftAloneWhenAServerIsNotExposedAnyMore() {
        letTheOperatorExpose();
        apply("{expose: {host: shop.example.com, ingress: {className: edge}}}");
        waitFor("create", "ingress/shop");
        namespace.kubectl("patch", "ingress/shop", "--type=merge", "-p", """
                {"metadata": {"ownerReferences": null, "labels": null}, "spec": {"rules": [{"host": "theirs.example.com"}]}}
                """);
        apply("{labels: {a: b}, expose: {host: shop.example.com, ingress: {className: edge}}}");
        assertThat(exposure(Reason.ForeignObject)).contains("Ingress shop");

        apply("{}");
        states.await(shop, it -> it.generation() == 3 && it.problems().isEmpty());
        assertThat(namespace.get("service/shop", "{.metadata.annotations}")).doesNotContain("exposed-by");
        assertThat(namespace.get("ingress/shop", "{.spec.rules[*].host}")).isEqualTo("theirs.example.com");
    }

    private String exposure(Reason reason) {
        return states.await(shop, it -> it.problems().stream().anyMatch(problem -> problem.reason() == reason))
                .problems()
                .getFirst()
                .describe();
    }

    private void letTheOperatorExpose() {
        namespace.apply("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: exposure}
            rules:
              - {apiGroups: [networking.k8s.io], resources: [ingresses], verbs: [get, create, patch, delete]}
              - {apiGroups: [gateway.networking.k8s.io], resources: [httproutes], verbs: [get, create, patch, delete]}
            """);
        namespace.kubectl(
                "create",
                "rolebinding",
                "exposure",
                "--role=exposure",
                "--serviceaccount=" + TestNamespace.SYSTEM + ":hyperterse-operator");
    }

    private String subjects() {
        return namespace.get("rolebinding/shop-runtime", "{.subjects[*].name}");
    }

    private String image() {
        return namespace.get("deployment/shop-runtime", "{.spec.template.spec.containers[0].image}");
    }

    private void status(String pod, String status) {
        namespace.kubectl("patch", pod, "--subresource=status", "--type=merge", "-p", "{\"status\":" + status + "}");
    }

    private String[] own() {
        return namespace
                .kubectl("get", OWN, "-l", "hyperterse.dev/server=shop", "-o", "name")
                .lines()
                .toArray(String[]::new);
    }

    private String versions() {
        return namespace.kubectl(
                "get",
                OWN,
                "-l",
                "hyperterse.dev/server=shop",
                "-o",
                "jsonpath={range .items[*]}{.kind} {.metadata.name} {.metadata.resourceVersion}{\"\\n\"}{end}");
    }

    private void apply(String workload) {
        apply("shop", workload);
    }

    private void apply(String server, String workload) {
        namespace.apply("""
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: %s}
            spec: {workload: %s}
            """.formatted(server, workload));
    }

    private void waitFor(String what, String... objects) {
        for (var object : objects) {
            if (what.startsWith("jsonpath")) {
                waitFor("create", object);
            }
            namespace.waitFor(120, what, object);
        }
    }
}
