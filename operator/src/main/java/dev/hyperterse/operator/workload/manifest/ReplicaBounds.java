package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.Optional;

/** The number of replicas: from the spec, from the server's autoscaler, or from another writer. */
record ReplicaBounds(WorkloadNames names, Workload workload) {
    private static final int CPU_TARGET = 80;

    /** Empty where the spec does not say: two writers of one field would take turns for ever. */
    Optional<Integer> given() {
        return workload.autoscaling().isPresent() ? Optional.empty() : workload.replicas();
    }

    Optional<HorizontalPodAutoscaler> autoscaler(ObjectMeta metadata) {
        return workload.autoscaling().map(bounds -> new HorizontalPodAutoscalerBuilder()
                .withMetadata(metadata)
                .withNewSpec()
                .withNewScaleTargetRef("apps/v1", "Deployment", names.runtime())
                .withMinReplicas(bounds.minReplicas().orElse(1))
                .withMaxReplicas(bounds.maxReplicas())
                .addNewMetric()
                .withType("Resource")
                .withNewResource()
                .withName("cpu")
                .withNewTarget()
                .withType("Utilization")
                .withAverageUtilization(bounds.targetCPUUtilizationPercentage().orElse(CPU_TARGET))
                .endTarget()
                .endResource()
                .endMetric()
                .endSpec()
                .build());
    }

    /**
     * With a single replica it would only keep its node from ever being drained.
     *
     * @param current how many replicas are asked for at the moment, by any writer
     */
    Optional<PodDisruptionBudget> disruptionBudget(ObjectMeta metadata, Optional<Integer> current) {
        return workload.podDisruptionBudget()
                .filter(_ -> most(current) > 1)
                .map(budget -> new PodDisruptionBudgetBuilder()
                        .withMetadata(metadata)
                        .withNewSpec()
                        .withMinAvailable(budget.minAvailable())
                        .withNewSelector()
                        .withMatchLabels(names.selector())
                        .endSelector()
                        // A replica that does not work protects no client by keeping its node.
                        .withUnhealthyPodEvictionPolicy("AlwaysAllow")
                        .endSpec()
                        .build());
    }

    private int most(Optional<Integer> current) {
        return workload.autoscaling()
                .map(Workload.Autoscaling::maxReplicas)
                .or(workload::replicas)
                .or(() -> current)
                .orElse(1);
    }
}
