package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.ForeignDefinition;
import dev.hyperterse.controlplane.junit.ForeignKinds;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.TestNamespace;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** How a server is exposed: by an Ingress, or by a route of the Gateway API, which comes and goes. */
@RealApiServer(controllers = true)
@Order(1)
class WorkloadExposureIT extends WorkloadOnApiServer {
    private static final String ROUTES = "crd/httproutes.gateway.networking.k8s.io";

    /** The API server has no Gateway API at first, and the installation grants no right to either kind. */
    @Test
    void aServerIsExposedByWhatTheClusterHasAndByNothingOnceItIsNot(ControlPlane controlPlane) {
        apply("{expose: {host: shop.example.com, ingress: {className: edge}}}");
        assertThat(exposure(Reason.WorkloadForbidden)).contains("exposure.ingresses=true");
        letTheOperatorExpose();
        waitFor("jsonpath={.spec.rules[0].host}=shop.example.com", "ingress/shop");
        states.await(shop, it -> it.generation() == 1 && it.problems().isEmpty());

        apply("{expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");
        assertThat(exposure(Reason.GatewayApiNotFound)).contains("install the CRDs of the Gateway API");
        waitFor("delete", "ingress/shop");
        assertThat(own()).contains("deployment.apps/shop-runtime");

        ForeignKinds.install(controlPlane.kubectl(), ForeignDefinition.HTTP_ROUTE);
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
        namespace.anywhere("delete", ROUTES);
    }
    /** Removing the CRDs of the Gateway API removes every route with them; the server goes on serving, and says it. */
    @Test
    void aRouteComesBackWithTheGatewayApi(ControlPlane controlPlane) {
        ForeignKinds.install(controlPlane.kubectl(), ForeignDefinition.HTTP_ROUTE);
        letTheOperatorExpose();
        apply("{expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");
        waitFor("create", "httproute/shop");

        namespace.anywhere("delete", ROUTES);
        apply(
                "{podTemplate: {metadata: {labels: {a: b}}}, expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");
        assertThat(exposure(Reason.GatewayApiNotFound)).contains("HTTPRoute shop");
        assertThat(own()).contains("deployment.apps/shop-runtime", "service/shop");

        ForeignKinds.install(controlPlane.kubectl(), ForeignDefinition.HTTP_ROUTE);
        waitFor("jsonpath={.spec.hostnames[0]}=shop.example.com", "httproute/shop");
        states.await(shop, it -> it.generation() == 2 && it.problems().isEmpty());

        namespace.anywhere("delete", ROUTES);
        apply("{}");
        states.await(shop, it -> it.generation() == 3 && it.problems().isEmpty());
        assertThat(namespace.get("service/shop", "{.metadata.annotations}")).doesNotContain("exposed-by");
    }
    /** Somebody has taken the Ingress over: the server neither changes nor removes it any more. */
    @Test
    void anIngressOfAnotherOwnerIsLeftAloneWhenAServerIsNoLongerExposed() {
        letTheOperatorExpose();
        apply("{expose: {host: shop.example.com, ingress: {className: edge}}}");
        waitFor("create", "ingress/shop");
        namespace.kubectl("patch", "ingress/shop", "--type=merge", "-p", """
                {"metadata": {"ownerReferences": null, "labels": null}, "spec": {"rules": [{"host": "theirs.example.com"}]}}
                """);
        apply(
                "{podTemplate: {metadata: {labels: {a: b}}}, expose: {host: shop.example.com, ingress: {className: edge}}}");
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
}
