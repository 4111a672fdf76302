package dev.hyperterse.operator.workload.state;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.Objects;
import java.util.Optional;

/** The progress of a rollout of a server's pods. */
public enum Rollout {
    /** Kubernetes has not taken up the newest Deployment yet. */
    Unobserved,
    /** The API server refuses the Deployment; pods of an older template go on. */
    Refused,
    /** Pods of an older template are still there, or those of the newest one were never all available. */
    InProgress,
    /** All pods are of the newest template, and fewer are available than wanted: a scaling, or a crash. */
    Degraded,
    /** All pods are of the newest template, and as many as wanted are available. */
    Complete;

    /** The message of Kubernetes once a rollout is through; scaling and crashes do not take it back. */
    private static final String THROUGH = "NewReplicaSetAvailable";

    /** @param wanted how many pods have to be available, at least */
    public static Rollout of(Deployment deployment, int wanted) {
        var status = Optional.ofNullable(deployment.getStatus()).orElseGet(DeploymentStatus::new);
        var generation =
                Optional.ofNullable(deployment.getMetadata().getGeneration()).orElse(0L);
        if (count(status.getObservedGeneration()) < generation) {
            return Unobserved;
        }
        var updated = count(status.getUpdatedReplicas());
        if (count(status.getReplicas()) != updated || !through(status)) {
            return InProgress;
        }
        return updated >= wanted && count(status.getAvailableReplicas()) >= wanted ? Complete : Degraded;
    }

    private static boolean through(DeploymentStatus status) {
        return status.getConditions().stream()
                .anyMatch(it -> "Progressing".equals(it.getType()) && THROUGH.equals(it.getReason()));
    }

    /** Kubernetes leaves out what is zero. */
    private static long count(Number number) {
        return Objects.requireNonNullElse(number, 0).longValue();
    }
}
