package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.TestNamespace;
import dev.hyperterse.operator.workload.state.Rollout;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What the cluster refuses, or holds for somebody else, is a problem of the server until it is no more. */
@RealApiServer(controllers = true)
@Order(1)
class WorkloadProblemsIT extends WorkloadOnApiServer {
    private static final String OPERATOR = "system:serviceaccount:" + TestNamespace.SYSTEM + ":hyperterse-operator";

    @Test
    void objectsOfAnotherOwnerAreLeftAlone() {
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
        awaitFailure("auth", "can-i", "create", "deployments", "--as=" + OPERATOR);
        apply("{}");
        var refused = states.await(shop, it -> !it.problems().isEmpty());
        assertThat(refused.problems()).allSatisfy(it -> assertThat(it.reason()).isEqualTo(Reason.WorkloadForbidden));
        assertThat(own()).isEmpty();
        namespace.kubectl("apply", "-f", "../install/gateway-namespace.yaml");
        states.await(shop, it -> it.problems().isEmpty());
    }

    @Test
    void aWorkloadThatIsMalformedIsAProblemOfTheServer() {
        apply("{resources: {requests: {memory: 2Gi}, limits: {memory: 1Gi}}}");
        var crossed = states.await(shop, it -> !it.problems().isEmpty());
        assertThat(crossed.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.InvalidWorkload);
            assertThat(problem.describe())
                    .contains("Deployment shop-runtime", "must be less than or equal to memory limit");
        });

        var spread = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}";
        apply("{podTemplate: {spec: {topologySpreadConstraints: [%s, %s]}}}".formatted(spread, spread));
        var twice = states.await(shop, it -> it.generation() == 2);
        assertThat(twice.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.WorkloadForbidden);
            assertThat(problem.describe()).contains("answers 500", "topologySpreadConstraints", "duplicate entries");
        });

        apply("{podTemplate: {spec: {topologySpreadConstraints: [%s]}}}".formatted(spread));
        states.await(shop, it -> it.problems().isEmpty());
        apply("{podTemplate: {spec: {topologySpreadConstraints: [%s, %s]}}}".formatted(spread, spread));
        var edited = states.await(shop, it -> it.generation() == 4);
        assertThat(edited.problems()).singleElement().satisfies(problem -> assertThat(problem.reason())
                .isEqualTo(Reason.WorkloadForbidden));
    }

    @Test
    void anAdmissionWebhookThatDoesNotAnswerIsReported() {
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
        apply("{podTemplate: {metadata: {labels: {team: shop}}}}");
        states.await(shop, it -> it.problems().isEmpty());
    }

    @Test
    void theReasonWhyPodsAreNotReadyIsReported() {
        namespace.kubectl("create", "quota", "none", "--hard=pods=0");
        apply("{}");
        var refused = states.await(shop, it -> it.notReady()
                .filter(problem -> problem.reason() == Reason.PodsRefused)
                .isPresent());
        assertThat(refused.notReady().orElseThrow().describe()).contains("exceeded quota");

        namespace.kubectl("delete", "quota", "none");
        states.await(shop, it -> it.runtimeVersion().isPresent());
        var pod = namespace.kubectl("get", "pods", "-o", "name").strip();
        status(
                pod,
                "{\"containerStatuses\":[{\"name\":\"runtime\",\"image\":\"registry.example/runtime:1\",\"imageID\":\"\",\"ready\":false,\"restartCount\":0,"
                        + "\"state\":{\"waiting\":{\"reason\":\"ImagePullBackOff\",\"message\":\"no such image\"}}}]}");
        states.await(shop, it -> it.notReady()
                .filter(problem -> problem.reason() == Reason.ImagePullFailed)
                .isPresent());

        ready(pod);
        var ready = states.await(shop, it -> it.rollout() == Rollout.Complete);
        assertThat(ready.notReady()).isEmpty();
        assertThat(ready.runtimeVersion()).contains("1");
    }
}
