package dev.hyperterse.cli.status;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why pods of a server are not ready. */
final class PodFindings {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private PodFindings() {}

    static List<Finding> of(String namespace, String server, List<Pod> pods) {
        return pods.stream()
                .filter(it -> belongsTo(it, namespace, server) && !isReady(it))
                .map(PodFindings::of)
                .toList();
    }

    /** Without those that are being deleted, or were evicted: others take their place. */
    private static boolean belongsTo(Pod pod, String namespace, String server) {
        var metadata = pod.getMetadata();
        return metadata.getDeletionTimestamp() == null
                && metadata.getNamespace().equals(namespace)
                && metadata.getLabels() != null
                && server.equals(metadata.getLabels().get(ClusterState.SERVER_LABEL))
                && pod.getStatus() != null
                && !ENDED.contains(pod.getStatus().getPhase());
    }

    static boolean isReady(Pod pod) {
        return condition(pod, "Ready")
                .filter(it -> "True".equals(it.getStatus()))
                .isPresent();
    }

    private static Finding of(Pod pod) {
        var name = pod.getMetadata().getName();
        var namespace = pod.getMetadata().getNamespace();
        // The others wait until those that come first have ended.
        var containers = Stream.concat(
                pod.getStatus().getInitContainerStatuses().stream(), pod.getStatus().getContainerStatuses().stream());
        return containers
                .flatMap(it -> waiting(it).stream().map(waiting -> ofWaiting(namespace, name, it, waiting)))
                .findFirst()
                .or(() -> condition(pod, "PodScheduled")
                        .filter(it -> "False".equals(it.getStatus()))
                        .map(it -> Finding.blocking(
                                "pod %s is pending: %s".formatted(name, it.getMessage()),
                                ReasonCures.of("Unschedulable"))))
                .orElseGet(() -> Finding.blocking(
                        "pod %s is not ready: %s"
                                .formatted(
                                        name,
                                        condition(pod, "Ready")
                                                .flatMap(it -> Optional.ofNullable(it.getMessage()))
                                                .orElse("it is in the phase "
                                                        + pod.getStatus().getPhase())),
                        "kubectl -n %s logs %s".formatted(namespace, name)));
    }

    private static Finding ofWaiting(
            String namespace, String pod, ContainerStatus container, ContainerStateWaiting waiting) {
        var message =
                Optional.ofNullable(waiting.getMessage()).map(": "::concat).orElse("");
        return switch (Optional.ofNullable(waiting.getReason()).orElse("")) {
            case "ImagePullBackOff", "ErrImagePull", "InvalidImageName" ->
                Finding.blocking(
                        "pod %s cannot get its image %s%s".formatted(pod, container.getImage(), message),
                        ReasonCures.of("ImagePullFailed"));
            case "ContainerCreating", "PodInitializing" ->
                Finding.blocking(
                        "pod " + pod + " is starting",
                        "wait some seconds; if it stays so: kubectl -n %s describe pod %s".formatted(namespace, pod));
            case "CrashLoopBackOff" ->
                Finding.blocking(
                        "pod %s crashes: it ended %d times, last %s"
                                .formatted(pod, container.getRestartCount(), lastEnd(container)),
                        ReasonCures.of("CrashLooping") + " kubectl -n %s logs %s --previous".formatted(namespace, pod));
            case "" -> Finding.blocking("pod " + pod + " waits" + message, ReasonCures.of("ContainerNotStarted"));
            default ->
                Finding.blocking(
                        "pod %s waits, %s%s".formatted(pod, waiting.getReason(), message),
                        ReasonCures.of("ContainerNotStarted"));
        };
    }

    private static String lastEnd(ContainerStatus container) {
        return Optional.ofNullable(container.getLastState())
                .map(it -> it.getTerminated())
                .map(PodFindings::inWords)
                .orElse("for an unknown reason");
    }

    private static String inWords(ContainerStateTerminated ended) {
        return "%s with exit code %d".formatted(ended.getReason(), ended.getExitCode());
    }

    private static Optional<ContainerStateWaiting> waiting(ContainerStatus container) {
        return Optional.ofNullable(container.getState()).map(it -> it.getWaiting());
    }

    private static Optional<PodCondition> condition(Pod pod, String type) {
        return pod.getStatus().getConditions().stream()
                .filter(it -> type.equals(it.getType()))
                .findFirst();
    }
}
