package dev.hyperterse.playground.node;

import dev.hyperterse.playground.node.volume.PodFolder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A pod of this node at one moment.
 *
 * @param ready passes its probes and is not ending
 * @param state a word for people, as in the column of {@code kubectl get pods}
 * @param ports by name
 * @param logs one file for each container
 */
public record RunningPod(
        String namespace,
        String name,
        String uid,
        Map<String, String> labels,
        String address,
        boolean ready,
        String state,
        int restarts,
        Map<String, Integer> ports,
        List<Path> logs) {
    static final Comparator<RunningPod> BY_NAME =
            Comparator.comparing(RunningPod::namespace).thenComparing(RunningPod::name);

    public RunningPod {
        labels = Map.copyOf(labels);
        ports = Map.copyOf(ports);
        logs = List.copyOf(logs);
    }

    static RunningPod of(Pod pod, String address, boolean ready, PodStatus status, PodFolder folder) {
        var metadata = pod.getMetadata();
        var ports = new TreeMap<String, Integer>();
        for (var container : pod.getSpec().getContainers()) {
            container.getPorts().stream()
                    .filter(port -> port.getName() != null)
                    .forEach(port -> ports.put(port.getName(), port.getContainerPort()));
        }
        return new RunningPod(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                metadata.getLabels() == null ? Map.of() : metadata.getLabels(),
                address,
                ready,
                state(pod, status),
                status.getContainerStatuses().stream()
                        .mapToInt(ContainerStatus::getRestartCount)
                        .sum(),
                ports,
                pod.getSpec().getContainers().stream()
                        .map(container -> folder.log(container.getName()))
                        .toList());
    }

    private static String state(Pod pod, PodStatus status) {
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return "Terminating";
        }
        return status.getContainerStatuses().stream()
                .filter(container -> container.getState().getWaiting() != null)
                .map(container -> container.getState().getWaiting().getReason())
                .findFirst()
                .orElse(status.getPhase() == null ? "Pending" : status.getPhase());
    }
}
