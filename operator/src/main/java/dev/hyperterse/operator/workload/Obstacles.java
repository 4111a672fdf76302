package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why the pods are not those that the Deployment asks for, or fewer are ready than wanted: the first cause, on one line.
 * Symptoms of it are not told.
 */
final class Obstacles {
    private static final Set<String> IMAGE_REASONS = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "ImageInspectError",
            "ErrImageNeverPull",
            "InvalidImageName",
            "RegistryUnavailable");

    private static final Set<String> START_REASONS =
            Set.of("CreateContainerConfigError", "CreateContainerError", "PreCreateHookError", "RunContainerError");

    /** The oldest first. */
    private static final Comparator<Pod> BY_AGE = Comparator.comparing(Obstacles::created)
            .thenComparing(it -> it.getMetadata().getName());

    private static final String RULE = "replicas-are-ready";

    private Obstacles() {}

    static Optional<Problem> first(Deployment deployment, Rollout rollout, List<Pod> pods) {
        var wanted = Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
        var ready = Optional.ofNullable(deployment.getStatus())
                .map(DeploymentStatus::getReadyReplicas)
                .orElse(0);
        if (wanted == 0) {
            return Optional.of(of(Reason.ScaledToZero, "spec.workload.replicas", "no pods are asked for", ""));
        }
        return switch (rollout) {
            case Unobserved, Refused -> Optional.of(notReady(deployment, "the newest Deployment is not taken up yet"));
            case InProgress ->
                refused(deployment)
                        .or(() -> worst(newest(pods)))
                        .or(() -> stuck(deployment))
                        .or(() -> Optional.of(replacing(deployment, wanted, ready)));
            case Degraded, Complete ->
                ready >= wanted
                        ? Optional.empty()
                        : refused(deployment)
                                .or(() -> worst(pods))
                                .or(() -> Optional.of(notReady(deployment, readiness(ready, wanted))));
        };
    }

    private static Problem replacing(Deployment deployment, int wanted, int ready) {
        if (ready == 0) {
            return notReady(deployment, readiness(ready, wanted));
        }
        var updated =
                Optional.ofNullable(deployment.getStatus().getUpdatedReplicas()).orElse(0);
        return of(
                Reason.RollingOut,
                ChildKey.of(deployment).describe(),
                "pods are being replaced; %d of %d are of the newest template".formatted(updated, wanted),
                "");
    }

    private static Problem notReady(Deployment deployment, String message) {
        return of(Reason.PodsNotReady, ChildKey.of(deployment).describe(), message, "");
    }

    private static String readiness(int ready, int wanted) {
        return "%d of %d replicas are ready".formatted(ready, wanted);
    }

    /** Kubernetes reports that the rollout makes no progress, or that the Deployment is paused. */
    private static Optional<Problem> stuck(Deployment deployment) {
        return condition(deployment, "Progressing")
                .filter(it -> !"True".equals(it.getStatus()))
                .map(it -> of(
                        Reason.RolloutStuck,
                        ChildKey.of(deployment).describe(),
                        it.getReason() + " " + it.getMessage(),
                        "see kubectl describe of its newest pods"));
    }

    /**
     * Those of the template that the youngest pod has: pods that are to go say nothing of their successors. Creation is
     * told in whole seconds, so two templates may be the newest.
     */
    private static List<Pod> newest(List<Pod> pods) {
        var youngest = pods.stream().map(Obstacles::created).max(Comparator.naturalOrder());
        var templates = pods.stream()
                .filter(it -> youngest.equals(Optional.of(created(it))))
                .map(Obstacles::template)
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

    private static Optional<Problem> refused(Deployment deployment) {
        return condition(deployment, "ReplicaFailure")
                .filter(it -> "True".equals(it.getStatus()))
                .map(it -> of(
                        Reason.PodsRefused,
                        ChildKey.of(deployment).describe(),
                        it.getMessage(),
                        "raise the quota, or change what the admission policy refuses"));
    }

    private static Optional<DeploymentCondition> condition(Deployment deployment, String type) {
        return Optional.ofNullable(deployment.getStatus()).stream()
                .flatMap(it -> it.getConditions().stream())
                .filter(it -> type.equals(it.getType()))
                .findFirst();
    }

    /** Of the pod that came least far; the oldest of those, so that the message does not change with every new pod. */
    private static Optional<Problem> worst(List<Pod> pods) {
        return pods.stream()
                .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
                .sorted(BY_AGE)
                .flatMap(it -> of(it).stream())
                .min(Comparator.comparing(Problem::reason));
    }

    private static Optional<Problem> of(Pod pod) {
        if (pod.getStatus() == null) {
            return Optional.empty();
        }
        return unschedulable(pod)
                .or(() -> containers(pod).flatMap(it -> of(pod, it).stream()).findFirst())
                .or(() -> evicted(pod));
    }

    private static Optional<Problem> unschedulable(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(it -> "PodScheduled".equals(it.getType()) && "False".equals(it.getStatus()))
                .map(it -> of(
                        Reason.Unschedulable,
                        ChildKey.of(pod).describe(),
                        it.getMessage(),
                        "add a node that takes it, or change what spec.workload asks of nodes and resources"))
                .findFirst();
    }

    private static Stream<ContainerStatus> containers(Pod pod) {
        return Stream.concat(
                pod.getStatus().getInitContainerStatuses().stream(), pod.getStatus().getContainerStatuses().stream());
    }

    private static Optional<Problem> of(Pod pod, ContainerStatus container) {
        var place = ChildKey.of(pod).describe();
        var waiting = Optional.ofNullable(container.getState()).map(ContainerState::getWaiting);
        var reason = waiting.map(it -> it.getReason()).orElse("");
        var message = waiting.map(it -> it.getMessage()).orElse("");
        if (IMAGE_REASONS.contains(reason)) {
            return Optional.of(of(
                    Reason.ImagePullFailed,
                    place,
                    "image %s: %s %s".formatted(container.getImage(), reason, message),
                    "see that the image exists and that spec.workload.imagePullSecrets lets nodes pull it"));
        }
        if (START_REASONS.contains(reason)) {
            return Optional.of(of(Reason.ContainerNotStarted, place, reason + " " + message, ""));
        }
        return Boolean.TRUE.equals(container.getReady()) ? Optional.empty() : crash(place, container);
    }

    private static Optional<Problem> crash(String place, ContainerStatus container) {
        return Stream.of(container.getState(), container.getLastState())
                .flatMap(it -> Optional.ofNullable(it).map(ContainerState::getTerminated).stream())
                .findFirst()
                .map(end -> of(
                        Reason.CrashLooping,
                        place,
                        "ended with exit code %d%s, started %d times"
                                .formatted(
                                        end.getExitCode(),
                                        end.getReason() == null ? "" : " (" + end.getReason() + ")",
                                        container.getRestartCount() + 1),
                        "OOMKilled".equals(end.getReason())
                                ? "raise spec.workload.resources.limits.memory"
                                : "see kubectl logs --previous"));
    }

    private static Optional<Problem> evicted(Pod pod) {
        return Optional.of(pod.getStatus())
                .filter(it -> "Failed".equals(it.getPhase()))
                .map(it -> of(
                        Reason.ContainerNotStarted,
                        ChildKey.of(pod).describe(),
                        "%s %s"
                                .formatted(
                                        Optional.ofNullable(it.getReason()).orElse("failed"),
                                        Optional.ofNullable(it.getMessage()).orElse("")),
                        ""));
    }

    private static Problem of(Reason reason, String place, String message, String remedy) {
        var line = Optional.ofNullable(message).orElse("").strip().replaceAll("\\s+", " ");
        return Problem.of(reason, place, RULE, line.isEmpty() ? reason.name() : line, remedy);
    }
}
