package dev.hyperterse.operator.workload.apply;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;

/**
 * Lets go of a Deployment's replicas without changing them. Left out of the next apply, a field that is ours alone would
 * fall back to its default of one replica, and an autoscaler would begin with an outage.
 */
public final class ReplicaHandover {
    /** Holds the number until another writer sets it. */
    private static final String HOLDER = "hyperterse-replicas";

    private final KubernetesClient client;

    public ReplicaHandover(KubernetesClient client) {
        this.client = client;
    }

    /** Whether no other writer holds the number. */
    public static boolean due(Deployment deployment) {
        var holders = deployment.getMetadata().getManagedFields().stream()
                .filter(ReplicaHandover::ownsReplicas)
                .map(ManagedFieldsEntry::getManager)
                .distinct()
                .toList();
        return holders.equals(List.of(ChildWriter.FIELD_MANAGER));
    }

    /** The version that was seen and nothing newer: an autoscaler may be at work already. */
    public void handOver(Deployment seen) {
        var metadata = seen.getMetadata();
        client.resource(new DeploymentBuilder()
                        .withNewMetadata()
                        .withNamespace(metadata.getNamespace())
                        .withName(metadata.getName())
                        .withResourceVersion(metadata.getResourceVersion())
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(seen.getSpec().getReplicas())
                        .endSpec()
                        .build())
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(HOLDER)
                        .withForce(true)
                        .build());
    }

    private static boolean ownsReplicas(ManagedFieldsEntry entry) {
        return entry.getFieldsV1() != null
                && entry.getFieldsV1().getAdditionalProperties().get("f:spec") instanceof Map<?, ?> spec
                && spec.containsKey("f:replicas");
    }
}
