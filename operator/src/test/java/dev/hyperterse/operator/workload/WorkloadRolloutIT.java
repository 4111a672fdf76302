package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.workload.state.Rollout;
import dev.hyperterse.operator.workload.state.WorkloadState;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rollouts and upgrades of the operator, whose pods are ready when a test says so: nothing runs them. */
@RealApiServer(controllers = true)
class WorkloadRolloutIT extends WorkloadOnApiServer {
    /** What was rolled out before is told from what is refused now: only the second is a rollout that cannot go on. */
    @Test
    void anUpgradeWhoseDeploymentIsRefusedIsReported() {
        apply("{}");
        ready(newestPod());
        states.await(shop, it -> it.rollout() == Rollout.Complete);
        refuseDeployments();
        try {
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

    /** Of an edit, and of an upgrade whose image no registry has: the pods that serve hide neither. */
    @Test
    void aRolloutThatCannotFinishIsReportedThoughOldPodsAreReady() {
        apply("{}");
        ready(newestPod());
        states.await(shop, it -> it.rollout() == Rollout.Complete);

        apply("{podTemplate: {spec: {nodeSelector: {disk: none}}}}");
        states.await(shop, it -> it.generation() == 2);
        waitFor("jsonpath={.status.replicas}=2", "deployment/shop-runtime");
        status(
                newestPod(),
                "{\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":\"Unschedulable\","
                        + "\"message\":\"0/3 nodes are available\"}]}");
        var nowhere = states.await(shop, WorkloadState::rolloutIsHeldUp);
        assertThat(namespace.get("deployment/shop-runtime", "{.status.readyReplicas}"))
                .isEqualTo("1");
        assertThat(nowhere.notReady().orElseThrow().describe()).contains("0/3 nodes are available");

        apply("{}");
        var back = states.await(shop, it -> it.generation() == 3 && it.rollout() == Rollout.Complete);
        assertThat(back.notReady()).isEmpty();

        controller.close();
        started(NEW);
        waitFor("jsonpath={.status.replicas}=2", "deployment/shop-runtime");
        status(
                newestPod(),
                "{\"containerStatuses\":[{\"name\":\"runtime\",\"image\":\"%s\",\"imageID\":\"\",\"ready\":false,"
                                .formatted(NEW.image())
                        + "\"restartCount\":0,\"state\":{\"waiting\":{\"reason\":\"ImagePullBackOff\"}}}]}");
        var missing = states.await(shop, WorkloadState::rolloutIsHeldUp);
        assertThat(missing.notReady().map(Problem::reason)).contains(Reason.ImagePullFailed);
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
        var second = states.awaitAny(it -> it.pendingUpgrade()
                        .equals(Optional.of(new WorkloadState.PendingUpgrade(OLD.image(), NEW.image()))))
                .name();
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
        states.await(shop, it -> it.generation() == 2);
        waitFor("jsonpath={.status.replicas}=2", "deployment/shop-runtime");
        assertThat(namespace.get("deployment/shop-runtime", "{.spec.template.spec.serviceAccountName}"))
                .isEqualTo("theirs");
        assertThat(subjects()).isEqualTo("shop-runtime theirs");
        assertThat(own()).contains("serviceaccount/shop-runtime");

        ready(newestPod());
        states.await(shop, it -> it.generation() == 2 && it.rollout() == Rollout.Complete);
        waitFor("delete", "serviceaccount/shop-runtime");
        waitFor("jsonpath={.subjects[*].name}=theirs", "rolebinding/shop-runtime");
    }

    private String subjects() {
        return namespace.get("rolebinding/shop-runtime", "{.subjects[*].name}");
    }
}
