package dev.hyperterse.operator.workload.pod;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.workload.state.ChildKey;
import dev.hyperterse.operator.workload.state.Rollout;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why the pods are not those that the Deployment asks for, or fewer are ready than wanted: the first cause, on one line,
 * without its symptoms.
 */
public final class NotReadyReason {
    /** The oldest first. */
    private static final Comparator<Pod> BY_AGE = Comparator.comparing(NotReadyReason::created)
            .thenComparing(it -> it.getMetadata().getName());

    private final Deployment deployment;
    private final int wanted;
    private final int ready;

    private NotReadyReason(Deployment deployment) {
        this.deployment = deployment;
        this.wanted = Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
        this.ready = Optional.ofNullable(deployment.getStatus())
                .map(DeploymentStatus::getReadyReplicas)
                .orElse(0);
    }

    public static Optional<Problem> of(Deployment deployment, Rollout rollout, List<Pod> pods) {
        return new NotReadyReason(deployment).first(rollout, pods);
    }

    private Optional<Problem> first(Rollout rollout, List<Pod> pods) {
        if (wanted == 0) {
            return Optional.of(
                    problem(Reason.ScaledToZero, "spec.workload.replicas", "the server is scaled to zero", ""));
        }
        return switch (rollout) {
            case Unobserved, Refused -> Optional.of(notReady("Kubernetes has not observed the newest Deployment yet"));
            case InProgress ->
                refused().or(() -> worst(newest(pods))).or(this::stuck).or(() -> Optional.of(replacing()));
            case Degraded, Complete ->
                ready >= wanted
                        ? Optional.empty()
                        : refused().or(() -> worst(pods)).or(() -> Optional.of(notReady(readiness())));
        };
    }

    private Problem replacing() {
        if (ready == 0) {
            return notReady(readiness());
        }
        var updated =
                Optional.ofNullable(deployment.getStatus().getUpdatedReplicas()).orElse(0);
        return ofDeployment(
                Reason.RollingOut,
                "pods are being replaced; %d of %d are of the newest template".formatted(updated, wanted),
                "");
    }

    private Problem notReady(String message) {
        return ofDeployment(Reason.PodsNotReady, message, "");
    }

    private String readiness() {
        return "%d of %d replicas are ready".formatted(ready, wanted);
    }

    /** Kubernetes reports that the rollout makes no progress, or that the Deployment is paused. */
    private Optional<Problem> stuck() {
        return condition("Progressing")
                .filter(it -> !"True".equals(it.getStatus()))
                .map(it -> ofDeployment(
                        Reason.RolloutStuck,
                        it.getReason() + " " + it.getMessage(),
                        "see kubectl describe of its newest pods"));
    }

    private Optional<Problem> refused() {
        return condition("ReplicaFailure")
                .filter(it -> "True".equals(it.getStatus()))
                .map(it -> ofDeployment(
                        Reason.PodsRefused,
                        it.getMessage(),
                        "raise the quota, or change what the admission policy refuses"));
    }

    private Optional<DeploymentCondition> condition(String type) {
        return Optional.ofNullable(deployment.getStatus()).stream()
                .flatMap(it -> it.getConditions().stream())
                .filter(it -> type.equals(it.getType()))
                .findFirst();
    }

    /**
     * Those of the template that the youngest pod has: pods that are to go say nothing of their successors. Creation is
     * given in whole seconds, so two templates may be the newest.
     */
    private static List<Pod> newest(List<Pod> pods) {
        var youngest = pods.stream().map(NotReadyReason::created).max(Comparator.naturalOrder());
        var templates = pods.stream()
                .filter(it -> youngest.equals(Optional.of(created(it))))
                .map(NotReadyReason::template)
                .collect(Collectors.toSet());
        return pods.stream().filter(it -> templates.contains(template(it))).toList();
    }

    private static String created(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getCreationTimestamp()).orElse("");
    }

    private static String template(Pod pod) {
        return Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.<String, String>of())
                .getOrDefault("pod-template-hash", "");
    }

    /** Of the pod that came least far; the oldest of those, so that the message does not change with every new pod. */
    private static Optional<Problem> worst(List<Pod> pods) {
        return pods.stream()
                .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
                .sorted(BY_AGE)
                .flatMap(it -> PodFailure.of(it).stream())
                .min(Comparator.comparing(Problem::reason));
    }

    private Problem ofDeployment(Reason reason, String message, String remedy) {
        return problem(reason, ChildKey.of(deployment).describe(), message, remedy);
    }

    static Problem problem(Reason reason, String path, String message, String remedy) {
        var line = Optional.ofNullable(message).orElse("").strip().replaceAll("\\s+", " ");
        return reason.problem(path, "replicas-are-ready", line.isEmpty() ? reason.name() : line, remedy);
    }
}
