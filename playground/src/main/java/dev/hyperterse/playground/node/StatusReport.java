package dev.hyperterse.playground.node;

import dev.hyperterse.playground.node.container.ContainerState;
import dev.hyperterse.playground.node.container.ContainerWorker;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The status of one pod, as a kubelet would write it; equal as long as nothing changed. */
final class StatusReport {
    private final String address;
    private final String hostAddress;
    private final Clock clock;
    private final Instant startTime;
    private final Map<String, PodCondition> conditions = new HashMap<>();

    StatusReport(String address, String hostAddress, Clock clock) {
        this.address = address;
        this.hostAddress = hostAddress;
        this.clock = clock;
        this.startTime = clock.instant();
    }

    PodStatus of(List<ContainerWorker> containers) {
        return new PodStatusBuilder()
                .withPhase(phase(containers))
                .withStartTime(text(startTime))
                .withHostIP(hostAddress)
                .withHostIPs(new HostIP(hostAddress))
                .withPodIP(address)
                .withPodIPs(new PodIP(address))
                .withConditions(conditions(containers))
                .withContainerStatuses(
                        containers.stream().map(StatusReport::status).toList())
                .build();
    }

    private static String phase(List<ContainerWorker> containers) {
        if (containers.stream().allMatch(container -> container.state() instanceof ContainerState.Terminated)) {
            var succeeded = containers.stream()
                    .allMatch(container ->
                            container.state() instanceof ContainerState.Terminated end && end.exitCode() == 0);
            return succeeded ? "Succeeded" : "Failed";
        }
        var unborn = containers.stream()
                .anyMatch(container -> container.state() instanceof ContainerState.Waiting
                        && container.last().isEmpty());
        return unborn ? "Pending" : "Running";
    }

    private List<PodCondition> conditions(List<ContainerWorker> containers) {
        var unready = containers.stream()
                .filter(container -> !container.ready())
                .map(container -> container.spec().getName())
                .collect(Collectors.joining(" "));
        var message = unready.isEmpty() ? null : "containers with unready status: [" + unready + "]";
        return List.of(
                condition("PodReadyToStartContainers", true, null),
                condition("Initialized", true, null),
                condition("ContainersReady", unready.isEmpty(), message),
                condition("Ready", unready.isEmpty(), message));
    }

    private PodCondition condition(String type, boolean holds, String message) {
        var status = holds ? "True" : "False";
        var before = conditions.get(type);
        var since = before != null && before.getStatus().equals(status)
                ? before.getLastTransitionTime()
                : text(clock.instant());
        var condition = new PodConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withLastTransitionTime(since)
                .withReason(holds ? null : "ContainersNotReady")
                .withMessage(message)
                .build();
        conditions.put(type, condition);
        return condition;
    }

    private static ContainerStatus status(ContainerWorker container) {
        var spec = container.spec();
        var state = new ContainerStateBuilder();
        switch (container.state()) {
            case ContainerState.Waiting waiting ->
                state.withNewWaiting(waiting.message().isEmpty() ? null : waiting.message(), waiting.reason());
            case ContainerState.Running running -> state.withNewRunning(text(running.since()));
            case ContainerState.Terminated terminated -> state.withTerminated(terminated(terminated));
        }
        var last = new ContainerStateBuilder();
        container.last().ifPresent(terminated -> last.withTerminated(terminated(terminated)));
        return new ContainerStatusBuilder()
                .withName(spec.getName())
                .withImage(spec.getImage())
                .withImageID(spec.getImage())
                .withReady(container.ready())
                .withStarted(container.started())
                .withRestartCount(container.restarts())
                .withState(state.build())
                .withLastState(last.build())
                .build();
    }

    private static ContainerStateTerminated terminated(ContainerState.Terminated terminated) {
        return new ContainerStateTerminatedBuilder()
                .withExitCode(terminated.exitCode())
                .withReason(terminated.reason())
                .withStartedAt(text(terminated.since()))
                .withFinishedAt(text(terminated.until()))
                .build();
    }

    private static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
