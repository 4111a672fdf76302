package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.workload.apply.ChildApplier;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What is made for a server, kept as it is to be, and goes with it. */
@RealApiServer(controllers = true)
@Order(1)
class WorkloadIT extends WorkloadOnApiServer {
    @Test
    void objectsOfAServerAreCreatedAndDeletedWithIt() {
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
    void manualChangesAreRevertedAndFieldsOfOthersStay() {
        apply("{replicas: 2}");
        waitFor("jsonpath={.status.replicas}=2", "deployment/shop-runtime");
        namespace.kubectl("annotate", "service/shop", "example.com/note=theirs");

        namespace.kubectl(
                "patch", "role/shop-runtime", "--type=json", "-p", "[{\"op\":\"remove\",\"path\":\"/rules/2\"}]");
        namespace.kubectl("label", "serviceaccount/shop-runtime", "hyperterse.dev/server-");
        namespace.kubectl("delete", "rolebinding/shop-runtime");
        ahead = ChildApplier.BETWEEN_INSPECTIONS;
        namespace.kubectl("scale", "deployment/shop-runtime", "--replicas=5");
        namespace.kubectl(
                "patch",
                "service/shop",
                "--type=merge",
                "-p",
                "{\"spec\":{\"selector\":{\"app.kubernetes.io/name\":\"other\"}}}");

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
        waitFor("jsonpath={.status.replicas}=1", "deployment/shop-runtime");
        states.await(shop, it -> it.problems().isEmpty());
        var before = versions();

        controller.close();
        started(OLD);
        states.await(shop, it -> it.problems().isEmpty());
        assertThat(versions()).isEqualTo(before);
    }

    @Test
    void aServerIsScaledByKubectl() {
        apply("{replicas: 1}");
        waitFor("create", "deployment/shop-runtime");
        namespace.kubectl("scale", "hyperterseserver/shop", "--replicas=3");
        waitFor("jsonpath={.status.replicas}=3", "deployment/shop-runtime");
    }

    @Test
    void anAutoscalerTakesOverWhatThereIsAndIsNotFought() {
        apply("{replicas: 3}");
        waitFor("jsonpath={.spec.replicas}=3", "deployment/shop-runtime");
        apply("{autoscaling: {minReplicas: 2, maxReplicas: 5}}");
        waitFor("create", "horizontalpodautoscaler/shop-runtime");
        assertThat(namespace.get("deployment/shop-runtime", "{.spec.replicas}")).isEqualTo("3");

        namespace.kubectl("scale", "deployment/shop-runtime", "--replicas=4");
        apply("{autoscaling: {minReplicas: 2, maxReplicas: 5}, podTemplate: {metadata: {labels: {team: shop}}}}");
        waitFor("jsonpath={.spec.template.metadata.labels.team}=shop", "deployment/shop-runtime");
        assertThat(namespace.get("deployment/shop-runtime", "{.spec.replicas}")).isEqualTo("4");

        apply("{replicas: 2}");
        waitFor("delete", "horizontalpodautoscaler/shop-runtime");
        waitFor("jsonpath={.spec.replicas}=2", "deployment/shop-runtime");
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
}
