package dev.hyperterse.operator.workload.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.workload.state.Rollout;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotReadyReasonTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private static final String IMAGE =
            "containerStatuses: [{name: runtime, image: 'registry/runtime:1', ready: false, "
                    + "state: {waiting: {reason: ImagePullBackOff, message: 'Back-off pulling'}}}]";
    private static final String KILLED = "containerStatuses: [{name: runtime, ready: false, restartCount: 4, "
            + "state: {waiting: {reason: CrashLoopBackOff, message: 'back-off 40s'}}, "
            + "lastState: {terminated: {exitCode: 137, reason: OOMKilled}}}]";

    @Test
    void readyPodsHaveNoReason() {
        assertThat(NotReadyReason.of(deployment(2, "readyReplicas: 2"), Rollout.Complete, List.of(pod("b", IMAGE))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Unschedulable | conditions: [{type: PodScheduled, status: 'False', message: '0/3 nodes are available'}] | 0/3 nodes are available",
                "ImagePullFailed | " + IMAGE + " | image registry/runtime:1: ImagePullBackOff Back-off pulling",
                "ContainerNotStarted | containerStatuses: [{name: runtime, ready: false, state: {waiting: {reason: CreateContainerConfigError, message: 'no secret'}}}] | CreateContainerConfigError no secret",
                "CrashLooping | " + KILLED + " | ended with exit code 137 (OOMKilled), started 5 times",
                "CrashLooping | containerStatuses: [{name: runtime, ready: false, restartCount: 0, state: {terminated: {exitCode: 1}}}] | ended with exit code 1, started 1 times",
                "ContainerNotStarted | {phase: Failed, reason: Evicted, message: 'disk pressure'} | Evicted disk pressure",
                "PodsNotReady | containerStatuses: [{name: runtime, ready: false, state: {running: {}}}] | 0 of 1 replicas are ready",
                "PodsNotReady | {} | 0 of 1 replicas are ready"
            })
    void theCauseIsOnOneLine(Reason reason, String status, String message) {
        assertThat(NotReadyReason.of(deployment(1, "{}"), Rollout.Degraded, List.of(pod("a", status))))
                .hasValueSatisfying(it -> {
                    assertThat(it.reason()).isEqualTo(reason);
                    assertThat(it.message()).isEqualTo(message);
                });
    }

    /**
     * The node says the same of a Secret that does not exist, of one for another registry, and of an image that does
     * not exist.
     */
    @Test
    void theSecretsThatAnImageIsPulledWithAreNamed() {
        var pod = pod("a", IMAGE);
        assertThat(first(deployment(1, "{}"), pod).map(Problem::remedy)).hasValueSatisfying(it -> assertThat(it)
                .contains("set runtimeImage.pullSecrets of the operator's chart"));
        pod.setSpec(new PodSpecBuilder()
                .addNewImagePullSecret("team")
                .addNewImagePullSecret("registry")
                .build());
        assertThat(first(deployment(1, "{}"), pod).map(Problem::remedy)).hasValueSatisfying(it -> assertThat(it)
                .contains("the Secrets team, registry, which have to exist in namespace"));
    }

    @Test
    void podsThatCannotBeMadeComeBeforeThoseThatWere() {
        var deployment = deployment(
                2, "conditions: [{type: ReplicaFailure, status: 'True', message: \"exceeded quota:\\nno pods\"}]");
        assertThat(first(deployment, pod("a", IMAGE))).hasValueSatisfying(it -> {
            assertThat(it.reason()).isEqualTo(Reason.PodsRefused);
            assertThat(it.message()).isEqualTo("exceeded quota: no pods");
        });
    }

    @Test
    void thePodThatCameLeastFarIsNamed() {
        assertThat(first(deployment(2, "{}"), pod("a", KILLED), pod("b", IMAGE)).map(Problem::path))
                .contains("Pod b");
    }

    @Test
    void aPodThatIsGoingCountsForNothing() {
        var going = pod("a", IMAGE);
        going.getMetadata().setDeletionTimestamp("2026-11-21T00:00:00Z");
        assertThat(first(deployment(1, "{}"), going).map(Problem::reason)).contains(Reason.PodsNotReady);
    }

    @Test
    void scaledToZeroIsAReason() {
        assertThat(first(deployment(0, "{}")).map(Problem::reason)).contains(Reason.ScaledToZero);
    }

    @Test
    void aBlockedRolloutIsReportedThoughOldPodsAreReady() {
        var old = pod("a", "containerStatuses: [{name: runtime, ready: true, state: {running: {}}}]");
        assertThat(replacing(deployment(1, "readyReplicas: 1"), old, of("new", pod("b", KILLED))))
                .hasValueSatisfying(it -> {
                    assertThat(it.reason()).isEqualTo(Reason.CrashLooping);
                    assertThat(it.remedy()).contains("spec.workload.resources.limits.memory");
                });
    }

    @Test
    void podsThatAreToGoSayNothingOfTheirSuccessors() {
        assertThat(replacing(
                                deployment(1, "{readyReplicas: 1, updatedReplicas: 1}"),
                                created("2026-11-21T00:00:00Z", of("old", pod("z", KILLED))),
                                created("2026-11-21T00:00:01Z", of("new", pod("a", "{}"))))
                        .map(Problem::reason))
                .contains(Reason.RollingOut);
    }

    @Test
    void ofTemplatesOfTheSameSecondNoneHidesTheOther() {
        assertThat(replacing(
                                deployment(1, "{readyReplicas: 1, updatedReplicas: 1}"),
                                created("2026-11-21T00:00:00Z", of("old", pod("z", "{}"))),
                                created("2026-11-21T00:00:00Z", of("new", pod("a", KILLED))))
                        .map(Problem::reason))
                .contains(Reason.CrashLooping);
    }

    @Test
    void aRolloutWithoutProgressIsReportedInTheWordsOfKubernetes() {
        var late = "{readyReplicas: 1, conditions: [{type: Progressing, status: 'False',"
                + " reason: ProgressDeadlineExceeded, message: 'ReplicaSet has timed out progressing.'}]}";
        assertThat(replacing(deployment(1, late), pod("a", "{}"))).hasValueSatisfying(it -> {
            assertThat(it.reason()).isEqualTo(Reason.RolloutStuck);
            assertThat(it.message()).isEqualTo("ProgressDeadlineExceeded ReplicaSet has timed out progressing.");
        });
    }

    private static Optional<Problem> replacing(Deployment deployment, Pod... pods) {
        return NotReadyReason.of(deployment, Rollout.InProgress, List.of(pods));
    }

    private static Pod created(String time, Pod pod) {
        pod.getMetadata().setCreationTimestamp(time);
        return pod;
    }

    private static Pod of(String template, Pod pod) {
        pod.getMetadata().setLabels(Map.of("pod-template-hash", template));
        return pod;
    }

    private static Optional<Problem> first(Deployment deployment, Pod... pods) {
        return NotReadyReason.of(deployment, Rollout.Degraded, Stream.of(pods).toList());
    }

    private static Deployment deployment(int replicas, String status) {
        return SERIALIZATION.unmarshal("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: shop-runtime, namespace: gateways}
                spec: {replicas: %d}
                status: %s
                """.formatted(replicas, flow(status)), Deployment.class);
    }

    private static Pod pod(String name, String status) {
        return SERIALIZATION.unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: gateways}
                status: %s
                """.formatted(name, flow(status)), Pod.class);
    }

    private static String flow(String status) {
        return status.startsWith("{") ? status : "{" + status + "}";
    }
}
