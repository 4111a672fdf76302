package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.trace.ReconcileTrace;
import dev.hyperterse.operator.workload.WorkloadController;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Kubernetes says of a rollout that cannot go on becomes a condition of the server, all the way as in production. */
class StuckRolloutTest {
    private static final String SERVING = "{observedGeneration: 1, replicas: 2, readyReplicas: 1, updatedReplicas: 1}";
    private static final String REFUSED = """
            {observedGeneration: 1, replicas: 1, readyReplicas: 1, conditions: [
              {type: ReplicaFailure, status: 'True', reason: FailedCreate, message: 'exceeded quota: none'}]}""";
    private static final String LATE = """
            {observedGeneration: 1, replicas: 2, readyReplicas: 1, updatedReplicas: 1, conditions: [
              {type: Progressing, status: 'False', reason: ProgressDeadlineExceeded, message: 'timed out progressing'}]}""";

    private static final String RUNNING = "{phase: Running}";
    private static final String NO_NODE =
            "{phase: Pending, conditions: [{type: PodScheduled, status: 'False', message: '0/3 nodes are available'}]}";
    private static final String NO_IMAGE = """
            {containerStatuses: [{name: runtime, image: 'registry.example/runtime:1', ready: false, restartCount: 0,
              state: {waiting: {reason: ImagePullBackOff, message: 'Back-off pulling'}}}]}""";
    private static final String ENDS = """
            {containerStatuses: [{name: runtime, ready: false, restartCount: 4,
              state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 1, reason: Error}}}]}""";

    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient client = apiServer.connect();
    private final ClusterView view = new ClusterView(client, Scope.everywhere());
    private final Leader leader = new Leader(
            client,
            client,
            "operator-0",
            view,
            () -> true,
            new WorkloadController(
                    client,
                    Scope.everywhere(),
                    new WorkloadSettings(
                            new RuntimeImage("registry.example/runtime:1", "1", false),
                            List.of(),
                            List.of(),
                            "hyperterse-system"),
                    view,
                    InstantSource.system()),
            new OperatorMetrics(),
            _ -> ReconcileTrace.NONE,
            InstantSource.system(),
            Leader.INSPECTION_PACE);

    @BeforeEach
    void lead() throws InterruptedException {
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(1))).isTrue();
        leader.start();
        create("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: gateways, name: shop, uid: uid-1}
                spec: {workload: {replicas: 1}}
                """, HyperterseServer.class);
        apiServer.awaitApply("deployments/shop-runtime");
    }

    @AfterEach
    void stop() {
        leader.finish();
        view.close();
        client.close();
        apiServer.close();
    }

    static Stream<Arguments> rollouts() {
        return Stream.of(
                arguments("ImagePullFailed", "image registry.example/runtime:1: ImagePullBackOff", SERVING, NO_IMAGE),
                arguments("PodsRefused", "exceeded quota: none", REFUSED, RUNNING),
                arguments("Unschedulable", "0/3 nodes are available", SERVING, NO_NODE),
                arguments("CrashLooping", "ended with exit code 1 (Error), started 5 times", SERVING, ENDS),
                arguments("RolloutStuck", "ProgressDeadlineExceeded timed out progressing", LATE, RUNNING));
    }

    @ParameterizedTest
    @MethodSource("rollouts")
    void theServerSaysWhyItsPodsAreNotReplaced(String reason, String message, String deployment, String pod) {
        create("""
                apiVersion: v1
                kind: Pod
                metadata:
                  namespace: gateways
                  name: new
                  labels: {hyperterse.dev/server: shop, pod-template-hash: new}
                  annotations: {hyperterse.dev/server-uid: uid-1}
                spec: {serviceAccountName: shop-runtime}
                status: %s
                """.formatted(pod), Pod.class).updateStatus();
        var current = client.apps()
                .deployments()
                .inNamespace("gateways")
                .withName("shop-runtime")
                .get();
        current.setStatus(client.getKubernetesSerialization()
                .unmarshal("status: " + deployment, Deployment.class)
                .getStatus());
        client.resource(current).updateStatus();

        var ready = awaitReady(reason);
        assertThat(ready.status()).isEqualTo(Condition.Status.False);
        assertThat(ready.message()).contains(message);
    }

    private Condition awaitReady(String reason) {
        var server = client.resources(HyperterseServer.class)
                .inNamespace("gateways")
                .withName("shop")
                .waitUntilCondition(
                        it -> it != null
                                && it.getStatus() != null
                                && it.getStatus().conditions().stream()
                                        .anyMatch(condition -> matches(condition, reason)),
                        1,
                        TimeUnit.MINUTES);
        return server.getStatus().conditions().stream()
                .filter(condition -> matches(condition, reason))
                .findFirst()
                .orElseThrow();
    }

    private static boolean matches(Condition condition, String reason) {
        return condition.type().equals("Ready") && condition.reason().equals(reason);
    }

    /** The status is written by another request, as by a kubelet. */
    private <T extends HasMetadata> Resource<T> create(String yaml, Class<T> kind) {
        var object = client.resource(client.getKubernetesSerialization().unmarshal(yaml, kind));
        object.create();
        return object;
    }
}
