package dev.hyperterse.operator.workload.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutTest {
    private static final String THROUGH =
            "conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]";
    private static final String UNDERWAY =
            "conditions: [{type: Progressing, status: 'True', reason: ReplicaSetUpdated}]";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Unobserved | {}",
                "Unobserved | observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 2, " + THROUGH,
                "InProgress | observedGeneration: 2",
                "InProgress | observedGeneration: 2, replicas: 2, availableReplicas: 2, " + THROUGH,
                "InProgress | observedGeneration: 2, replicas: 3, updatedReplicas: 1, availableReplicas: 2, "
                        + UNDERWAY,
                "InProgress | observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 1, "
                        + UNDERWAY,
                "Degraded | observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 1, " + THROUGH,
                "Degraded | observedGeneration: 2, replicas: 1, updatedReplicas: 1, availableReplicas: 1, " + THROUGH,
                "Complete | observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2, " + THROUGH
            })
    void howFarPodsHaveCome(Rollout expected, String status) {
        assertThat(Rollout.of(deployment(status), 2)).isEqualTo(expected);
    }

    private static Deployment deployment(String status) {
        return new KubernetesSerialization()
                .unmarshal("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: shop-runtime, generation: 2}
                spec: {replicas: 2}
                status: %s
                """.formatted(status.startsWith("{") ? status : "{" + status + "}"), Deployment.class);
    }
}
