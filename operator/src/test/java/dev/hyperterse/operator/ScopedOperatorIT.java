package dev.hyperterse.operator;

import static dev.hyperterse.operator.DemoManifests.server;
import static dev.hyperterse.operator.DemoManifests.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator of one namespace, whose ServiceAccount is bound to a Role of that namespace and to nothing else. */
@RealApiServer
@Order(1)
class ScopedOperatorIT {
    private static final String ROLE = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: operator}
            rules:
              - {apiGroups: [hyperterse.dev], resources: ["*"], verbs: [get, list, watch]}
              - {apiGroups: [hyperterse.dev], resources: [hyperterseservers/status, tools/status], verbs: [patch]}
              - {apiGroups: [""], resources: [pods], verbs: [list, watch]}
              - {apiGroups: [""], resources: [configmaps, secrets], verbs: [get, list, watch, create, update]}
              - {apiGroups: [""], resources: [services], verbs: [get, list, watch, create, patch]}
              - {apiGroups: [""], resources: [serviceaccounts], verbs: [get, create, patch]}
              - {apiGroups: [apps], resources: [deployments], verbs: [get, list, watch, create, patch]}
              - {apiGroups: [rbac.authorization.k8s.io], resources: [roles, rolebindings], verbs: [get, create, patch]}
              - {apiGroups: [autoscaling], resources: [horizontalpodautoscalers], verbs: [get]}
              - {apiGroups: [networking.k8s.io], resources: [networkpolicies], verbs: [get]}
              - {apiGroups: [policy], resources: [poddisruptionbudgets], verbs: [get]}
              - {apiGroups: [events.k8s.io], resources: [events], verbs: [create]}
              - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, list, watch, create, update, patch]}
            """;

    private TestNamespace own;
    private TestNamespace other;
    private ChildOperator operator;

    @BeforeEach
    void startWithARoleOnly(ControlPlane controlPlane, @TempDir Path folder) throws IOException {
        own = TestNamespace.create(controlPlane, "scoped");
        other = TestNamespace.create(controlPlane, "beyond");
        own.kubectl("create", "serviceaccount", "operator");
        own.apply(ROLE);
        own.kubectl(
                "create", "rolebinding", "operator", "--role=operator", "--serviceaccount=" + own.name() + ":operator");
        var token = own.kubectl("create", "token", "operator").strip();
        operator = ChildOperator.startIn(controlPlane, token, own.name(), folder);
    }

    @AfterEach
    void stop() {
        operator.close();
        own.kubectl("delete", "hyperterseservers,tools", "--all");
        other.kubectl("delete", "hyperterseservers,tools", "--all");
    }

    @Test
    void aRoleIsEnoughForOneNamespaceAndOthersAreLeftAlone() throws InterruptedException {
        other.apply(server(), tool("far", "SELECT 1 AS one"));
        own.apply(server(), tool("near", "SELECT 1 AS one"));
        operator.await("it is published", () -> exists(own, "configmap/shop-catalog"));
        operator.await("it is run", () -> exists(own, "deployment/shop-runtime"));
        own.waitFor(120, "jsonpath={.status.servers[0].conditions[0].type}", "tool/near");

        assertThat(exists(other, "configmap/shop-catalog")).isFalse();
        assertThat(other.get("tool/far", "{.status}")).isEmpty();
        assertThat(operator.alive()).as(operator.log()).isTrue();
        assertThat(operator.log()).doesNotContain("forbidden").doesNotContain("watch_failed");
    }

    /** Labels of namespaces cannot be watched by a Role. */
    @Test
    void aGrantByLabelsOfNamespacesAdmitsNoneAndTheServerSaysSo() throws InterruptedException {
        own.anywhere("label", "namespace", own.name(), "team=shop");
        own.apply(server().replace("{from: Same}", "{from: Selector, selector: {matchLabels: {team: shop}}}"));
        own.apply(tool("near", "SELECT 1 AS one"));
        operator.await("it is refused", () -> own.get("tool/near", "{.status}").contains("NotAllowed"));
        operator.await("the server says why", () -> own.get("hyperterseserver/shop", "{.status}")
                .contains("NotAllowedSelector"));
        assertThat(own.get("hyperterseserver/shop", "{.status}"))
                .contains("spec.adapters[0].namespaces", "from: Names", "scope: Cluster");
    }

    /** Issue 17, F9: a platform installs an operator for namespaces of which a team has one already. */
    @Test
    void twoInstallationsInOneNamespaceBothSaySo(ControlPlane controlPlane, @TempDir Path folder)
            throws IOException, InterruptedException {
        other.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: leases}
                rules:
                  - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, list, watch, create, update, patch]}
                """);
        other.kubectl(
                "create", "rolebinding", "leases", "--role=leases", "--serviceaccount=" + own.name() + ":operator");
        own.apply(server(), tool("near", "SELECT 1 AS one"));
        operator.await("it is published", () -> exists(own, "configmap/shop-catalog"));
        assertThat(operator.log()).doesNotContain("another_operator");
        var token = own.kubectl("create", "token", "operator").strip();
        var both = Map.of("HYPERTERSE_WATCH_NAMESPACES", own.name());
        try (var second = ChildOperator.startWith(controlPlane, token, other.name(), folder.resolve("second"), both)) {
            operator.await("the first says so", () -> operator.log().contains("\"event\":\"another_operator\""));
            second.await("the second says so", () -> second.log().contains("\"event\":\"another_operator\""));
        }
    }

    /** As a platform does that installs one for the cluster, beside that of a team. */
    @Test
    void anOperatorOfTheClusterLeavesExcludedNamespacesAlone(ControlPlane controlPlane, @TempDir Path folder)
            throws IOException, InterruptedException {
        other.kubectl("create", "serviceaccount", "operator");
        other.anywhere(
                "create",
                "clusterrolebinding",
                other.name(),
                "--clusterrole=cluster-admin",
                "--serviceaccount=" + other.name() + ":operator");
        own.apply(server(), tool("near", "SELECT 1 AS one"));
        other.apply(server(), tool("far", "SELECT 1 AS one"));
        operator.await("it is published", () -> exists(own, "configmap/shop-catalog"));
        var token = other.kubectl("create", "token", "operator").strip();
        var excluded = Map.of("HYPERTERSE_EXCLUDED_NAMESPACES", own.name() + ",nobody");
        try (var platform =
                ChildOperator.startWith(controlPlane, token, other.name(), folder.resolve("platform"), excluded)) {
            platform.await("it is published", () -> exists(other, "configmap/shop-catalog"));
            edited(own, operator, "near");
            edited(other, platform, "far");
            own.kubectl("delete", "hyperterseserver/shop");
            edited(other, platform, "farther");

            assertThat(platform.log()).contains(other.name()).doesNotContain(own.name());
            assertThat(operator.log()).contains(own.name()).doesNotContain("another_operator");
            other.kubectl("delete", "hyperterseservers,tools", "--all");
        } finally {
            other.anywhere("delete", "clusterrolebinding", other.name());
        }
    }

    @Test
    void withoutItsRoleItSaysWhatToApplyAndWhere(ControlPlane controlPlane, @TempDir Path folder)
            throws IOException, InterruptedException {
        other.kubectl("create", "serviceaccount", "operator");
        var token = other.kubectl("create", "token", "operator").strip();
        try (var waiting = ChildOperator.startIn(controlPlane, token, other.name(), folder.resolve("other"))) {
            waiting.await("it waits", () -> waiting.log().contains("\"event\":\"waiting\""));
            assertThat(waiting.log()).contains("in namespace " + other.name() + "; apply the Role and RoleBinding");
        }
    }

    /** Returns when the change of that tool is published. */
    private static void edited(TestNamespace namespace, ChildOperator operator, String tool)
            throws InterruptedException {
        var before = namespace.get("configmap/shop-catalog", "{.data}");
        namespace.apply(tool(tool, "SELECT 2 AS one"));
        operator.await(
                "the change is published",
                () -> !namespace.get("configmap/shop-catalog", "{.data}").equals(before));
    }

    private static boolean exists(TestNamespace namespace, String object) {
        return namespace.attempt("get", object).succeeded();
    }
}
