package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why fewer replicas are ready than wanted: the first cause, on one line. Symptoms of it are not told. */
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

    private static final String RULE = "replicas-are-ready";

    private Obstacles() {}

    static Optional<Problem> first(Deployment deployment, List<Pod> pods) {
        var wanted = Optional.ofNullable(deployment.getSpec().getReplicas()).orElse(1);
        var ready = Optional.ofNullable(deployment.getStatus())
                .map(DeploymentStatus::getReadyReplicas)
                .orElse(0);
        if (wanted == 0) {
            return Optional.of(of(Reason.ScaledToZero, "spec.workload.replicas", "no pods are asked for"));
        }
        if (ready >= wanted) {
            return Optional.empty();
        }
        return refused(deployment)
                .or(() -> worst(pods))
                .or(() -> Optional.of(of(
                        Reason.PodsNotReady,
                        ChildKey.of(deployment).describe(),
                        "%d of %d replicas are ready".formatted(ready, wanted))));
    }

    private static Optional<Problem> refused(Deployment deployment) {
        return Optional.ofNullable(deployment.getStatus()).stream()
                .flatMap(it -> it.getConditions().stream())
                .filter(it -> "ReplicaFailure".equals(it.getType()) && "True".equals(it.getStatus()))
                .map(it -> of(Reason.PodsRefused, ChildKey.of(deployment).describe(), it.getMessage()))
                .findFirst();
    }

    /** Of the pod that came least far; the oldest of those, so that the message does not change with every new pod. */
    private static Optional<Problem> worst(List<Pod> pods) {
        return pods.stream()
                .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
                .sorted(Comparator.comparing(
                                (Pod it) -> Optional.ofNullable(it.getMetadata().getCreationTimestamp())
                                        .orElse(""))
                        .thenComparing(it -> it.getMetadata().getName()))
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
                .map(it -> of(Reason.Unschedulable, ChildKey.of(pod).describe(), it.getMessage()))
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
                    Reason.ImagePullFailed, place, "image %s: %s %s".formatted(container.getImage(), reason, message)));
        }
        if (START_REASONS.contains(reason)) {
            return Optional.of(of(Reason.ContainerNotStarted, place, reason + " " + message));
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
                                        container.getRestartCount() + 1)));
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
                                        Optional.ofNullable(it.getMessage()).orElse(""))));
    }

    private static Problem of(Reason reason, String place, String message) {
        var line = Optional.ofNullable(message).orElse("").strip().replaceAll("\\s+", " ");
        return Problem.of(reason, place, RULE, line.isEmpty() ? reason.name() : line, "");
    }
}
