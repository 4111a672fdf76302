package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.PlaygroundOptions;
import dev.hyperterse.playground.Until;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rights of the installation beside those that were used, as the API server recorded them, while a server came, had
 * everything that a server can have, lost it again and went. A playground of its own: the record has to be whole.
 */
@RealApiServer(controllers = true)
class UsedRightsIT {
    private static final String SYSTEM = "hyperterse-system";
    private static final String OPERATOR = "system:serviceaccount:" + SYSTEM + ":hyperterse-operator";
    private static final String SERVER = "hyperterseserver/shop";

    private static Playground playground;
    private static Gateway gateway;
    private static List<AuditedRequest> requests;
    private static Set<Right> ofReplicas;

    @BeforeAll
    static void doEverythingOnce() {
        playground = Playground.start(PlaygroundOptions.product().withAudit());
        gateway = Gateway.open(playground);
        gateway.kubectlAnywhere("label", "namespace", gateway.namespace(), "team=shop");
        gateway.kubectlAnywhere(
                "set", "env", "deployment/hyperterse-operator", "HYPERTERSE_RUNTIME_OVERRIDES=Allowed", "-n", SYSTEM);
        gateway.kubectlAnywhere("rollout", "status", "deployment/hyperterse-operator", "-n", SYSTEM, "--timeout=120s");

        gateway.apply(secret("first"), documents(), server("eu", EVERYTHING), definitions());
        gateway.awaitReady(SERVER, "tool/greeting", "prompt/greet", "resources.hyperterse.dev/hours");
        ofReplicas = Right.in(rulesOfRole(gateway.namespace(), "shop-runtime"));
        gateway.apply(secret("second"));
        gateway.awaitConverged("shop");

        gateway.kubectl("create", "serviceaccount", "given");
        gateway.apply(server("us", "    serviceAccountName: given\n"));
        Until.holds("what is not asked for any more is gone", () -> gateway.kubectl(
                        "get",
                        "horizontalpodautoscalers,poddisruptionbudgets,networkpolicies,serviceaccounts",
                        "-l",
                        "hyperterse.dev/server=shop",
                        "-o",
                        "name")
                .isEmpty());
        gateway.awaitReady(SERVER);
        gateway.delete(SERVER);
        gateway.awaitReason("ServerNotFound", "tool/greeting");
        var log = playground.controlPlane().auditLog().orElseThrow();
        requests = AuditedRequest.in(log);
    }

    @AfterAll
    static void close() {
        if (playground != null) {
            playground.close();
        }
    }

    @Test
    void nothingIsAskedForThatTheChartDoesNotGrant() {
        assertThat(requests)
                .filteredOn(request -> request.user().equals(OPERATOR) && request.refused())
                .isEmpty();
        assertThat(used(OPERATOR, "", SYSTEM, gateway.namespace())).isSubsetOf(granted());
    }

    @Test
    void everyRightOverTheClusterIsUsed() {
        var rules = playground.client().rbac().clusterRoles().withName("hyperterse-operator");
        assertThat(unused(rules.get().getRules(), OPERATOR, "", gateway.namespace()))
                .isEmpty();
    }

    @Test
    void everyRightInAGatewayNamespaceIsUsed() {
        assertThat(unused(gatewayRules(), OPERATOR, "", gateway.namespace())).isEmpty();
    }

    @Test
    void everyRightInTheNamespaceOfTheOperatorIsUsed() {
        assertThat(unused(rulesOfRole(SYSTEM, "hyperterse-operator"), OPERATOR, SYSTEM))
                .isEmpty();
    }

    @Test
    void everyRightOfAReplicaIsUsed() {
        var replica = "system:serviceaccount:" + gateway.namespace() + ":shop-runtime";
        assertThat(used(replica, gateway.namespace())).containsExactlyInAnyOrderElementsOf(ofReplicas);
    }

    private static Set<Right> unused(List<PolicyRule> rules, String user, String... namespaces) {
        var unused = new TreeSet<>(Right.in(rules));
        unused.removeAll(used(user, namespaces));
        return unused;
    }

    private static Set<Right> used(String user, String... namespaces) {
        return requests.stream()
                .filter(request -> request.user().equals(user) && !request.refused())
                .filter(request -> List.of(namespaces).contains(request.namespace()))
                .flatMap(AuditedRequest::rights)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<Right> granted() {
        var cluster = playground.client().rbac().clusterRoles().withName("hyperterse-operator");
        var granted = new TreeSet<>(Right.in(cluster.get().getRules()));
        granted.addAll(Right.in(gatewayRules()));
        granted.addAll(Right.in(rulesOfRole(SYSTEM, "hyperterse-operator")));
        return granted;
    }

    private static List<PolicyRule> gatewayRules() {
        var role = playground.client().rbac().clusterRoles().withName("hyperterse-operator-gateway");
        return role.get().getRules();
    }

    private static List<PolicyRule> rulesOfRole(String namespace, String name) {
        return playground
                .client()
                .rbac()
                .roles()
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getRules();
    }

    private static final String EVERYTHING = """
                autoscaling: {minReplicas: 2, maxReplicas: 3}
                podDisruptionBudget: {minAvailable: 1}
                networkPolicy: {from: [{podSelector: {}}]}
            """;

    private static String server(String region, String workload) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata:
                  name: shop
                spec:
                  auth: {mode: Required, required: [allow_all]}
                  env:
                    - {name: REGION, value: %s}
                    - {name: KEY, valueFrom: {secretKeyRef: {name: values, key: key}}}
                  attachments:
                    toolNames: Plain
                    namespaces: {from: Selector, selector: {matchLabels: {team: shop}}}
                  adapters:
                    - {name: db, sqlite: {url: ":memory:"}}
                  workload:
                    resources: {requests: {cpu: 50m, memory: 192Mi}, limits: {memory: 384Mi}}
                %s""".formatted(region, workload);
    }

    private static String secret(String value) {
        return """
                apiVersion: v1
                kind: Secret
                metadata: {name: values}
                stringData: {key: %s}
                """.formatted(value);
    }

    private static String documents() {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: documents
                  labels: {hyperterse.dev/readable: "true"}
                data:
                  hours.md: Monday to Friday
                """;
    }

    private static String definitions() {
        return String.join("\n---\n", Shop.tool("greeting", "shop", "Greets", "hello"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {name: greet}
                spec:
                  serverRefs: [{name: shop}]
                  messages: [{role: user, content: {text: {inline: Hello}}}]
                """, """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Resource
                metadata: {name: hours}
                spec:
                  serverRefs: [{name: shop}]
                  uri: shop://hours
                  configMapKeyRef: {name: documents, key: hours.md}
                """);
    }
}
