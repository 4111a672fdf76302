package dev.hyperterse.operator.read;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Objects;
import java.util.Optional;

/**
 * One pod that runs or is to run a server.
 *
 * @param version of the runtime, as the pod's label says; may be empty
 * @param address empty until it has one
 * @param running the container of its runtime runs and it is not being deleted
 * @param ready clients are sent to it
 * @param ended it has ended, was evicted, or is asked to end
 */
public record RuntimeEndpoint(
        String uid,
        String name,
        String version,
        String address,
        int adminPort,
        boolean running,
        boolean ready,
        boolean ended) {
    private static final String ADMIN_PORT = "admin";
    private static final String RUNTIME = "runtime";

    static RuntimeEndpoint of(Pod pod) {
        var metadata = pod.getMetadata();
        var status = Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
        var ended = metadata.getDeletionTimestamp() != null
                || "Succeeded".equals(status.getPhase())
                || "Failed".equals(status.getPhase());
        var running = !ended && "Running".equals(status.getPhase()) && !waits(status);
        var ready = status.getConditions().stream()
                .anyMatch(it -> "Ready".equals(it.getType()) && "True".equals(it.getStatus()));
        return new RuntimeEndpoint(
                metadata.getUid(),
                metadata.getName(),
                metadata.getLabels().getOrDefault(WorkloadNames.VERSION_LABEL, ""),
                Objects.requireNonNullElse(status.getPodIP(), ""),
                adminPort(pod),
                running,
                running && ready,
                ended);
    }

    /** A pod between two crashes of its container is in the phase Running and runs nothing. */
    private static boolean waits(PodStatus status) {
        return status.getContainerStatuses().stream()
                .filter(it -> RUNTIME.equals(it.getName()))
                .map(ContainerStatus::getState)
                .filter(Objects::nonNull)
                .limit(1)
                .anyMatch(it -> it.getRunning() == null && (it.getWaiting() != null || it.getTerminated() != null));
    }

    private static int adminPort(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .filter(port -> ADMIN_PORT.equals(port.getName()))
                .map(ContainerPort::getContainerPort)
                .findFirst()
                .orElse(WorkloadNames.ADMIN_PORT);
    }
}
