package dev.hyperterse.operator.workload.pod;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.workload.state.ChildKey;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why a pod does not run: it has no node, its image cannot be pulled, a container does not start or ends again. */
record PodFailure(Pod pod) {
    private static final Set<String> IMAGE_REASONS = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "ImageInspectError",
            "ErrImageNeverPull",
            "InvalidImageName",
            "RegistryUnavailable");

    private static final Set<String> START_REASONS =
            Set.of("CreateContainerConfigError", "CreateContainerError", "PreCreateHookError", "RunContainerError");

    static Optional<Problem> of(Pod pod) {
        return pod.getStatus() == null ? Optional.empty() : new PodFailure(pod).first();
    }

    private Optional<Problem> first() {
        return unschedulable()
                .or(() -> containers().flatMap(it -> ofContainer(it).stream()).findFirst())
                .or(this::evicted);
    }

    private Optional<Problem> unschedulable() {
        return pod.getStatus().getConditions().stream()
                .filter(it -> "PodScheduled".equals(it.getType()) && "False".equals(it.getStatus()))
                .map(it -> problem(
                        Reason.Unschedulable,
                        it.getMessage(),
                        "add a node that takes it, or change what spec.workload asks of nodes and resources"))
                .findFirst();
    }

    private Stream<ContainerStatus> containers() {
        return Stream.concat(
                pod.getStatus().getInitContainerStatuses().stream(), pod.getStatus().getContainerStatuses().stream());
    }

    private Optional<Problem> ofContainer(ContainerStatus container) {
        var waiting = Optional.ofNullable(container.getState()).map(ContainerState::getWaiting);
        var reason = waiting.map(ContainerStateWaiting::getReason).orElse("");
        var message = waiting.map(ContainerStateWaiting::getMessage).orElse("");
        if (IMAGE_REASONS.contains(reason)) {
            return Optional.of(problem(
                    Reason.ImagePullFailed,
                    "image %s: %s %s".formatted(container.getImage(), reason, message),
                    "see that the image exists; " + pullSecrets()));
        }
        if (START_REASONS.contains(reason)) {
            return Optional.of(problem(Reason.ContainerNotStarted, reason + " " + message, ""));
        }
        return Boolean.TRUE.equals(container.getReady()) ? Optional.empty() : crash(container);
    }

    /** A node pulls without a Secret that does not exist, and the registry answers as to a stranger. */
    private String pullSecrets() {
        var names = Optional.ofNullable(pod.getSpec()).stream()
                .flatMap(it -> it.getImagePullSecrets().stream())
                .map(LocalObjectReference::getName)
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? "for a private registry, set runtimeImage.pullSecrets of the operator's chart or imagePullSecrets of spec.workload.podTemplate"
                : "nodes pull it with the Secrets %s, which have to exist in namespace %s and to be of type kubernetes.io/dockerconfigjson"
                        .formatted(names, pod.getMetadata().getNamespace());
    }

    private Optional<Problem> crash(ContainerStatus container) {
        return Stream.of(container.getState(), container.getLastState())
                .flatMap(it -> Optional.ofNullable(it).map(ContainerState::getTerminated).stream())
                .findFirst()
                .map(end -> problem(
                        Reason.CrashLooping,
                        "ended with exit code %d%s, started %d times"
                                .formatted(
                                        end.getExitCode(),
                                        end.getReason() == null ? "" : " (" + end.getReason() + ")",
                                        container.getRestartCount() + 1),
                        "OOMKilled".equals(end.getReason())
                                ? "raise spec.workload.resources.limits.memory"
                                : "see kubectl logs --previous"));
    }

    private Optional<Problem> evicted() {
        return Optional.of(pod.getStatus())
                .filter(it -> "Failed".equals(it.getPhase()))
                .map(it -> problem(
                        Reason.ContainerNotStarted,
                        Objects.requireNonNullElse(it.getReason(), "failed") + " "
                                + Objects.requireNonNullElse(it.getMessage(), ""),
                        ""));
    }

    private Problem problem(Reason reason, String message, String remedy) {
        return NotReadyReason.problem(reason, ChildKey.of(pod).describe(), message, remedy);
    }
}
