package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.workload.WorkloadNames;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Follows the pods of all servers of a scope. */
final class PodWatch implements AutoCloseable {
    private static final String BY_SERVER = "server";
    private static final String ADMIN_PORT = "admin";
    private static final String RUNTIME = "runtime";
    private static final String VERSION_LABEL = "app.kubernetes.io/version";

    private final ScopedInformers<Pod> informers;
    private final Consumer<ClusterEvent> events;

    PodWatch(KubernetesClient client, Scope scope, Consumer<ClusterEvent> events) {
        this.events = events;
        this.informers = ScopedInformers.over(
                ScopedKind.in(scope, client.pods()).stream().map(pods -> pods.withLabel(WorkloadNames.SERVER_LABEL)));
        informers.index(BY_SERVER, pod -> List.of(key(pod).toString()));
    }

    ScopedInformers<Pod> informers() {
        return informers;
    }

    CompletionStage<Void> start() {
        return informers.start(TrimmedStore::withoutBookkeeping, this::changed);
    }

    /** Without those of a server of the same name that was deleted: what they serve is nothing of this one's. */
    List<RuntimeEndpoint> of(ServerKey server, String uid) {
        return informers.byIndex(BY_SERVER, server.toString()).stream()
                .filter(pod -> WorkloadNames.madeFor(pod.getMetadata(), uid))
                .map(PodWatch::endpoint)
                .sorted(Comparator.comparing(RuntimeEndpoint::name))
                .toList();
    }

    private void changed(Optional<Pod> before, Optional<Pod> after) {
        if (!Objects.equals(before.map(PodWatch::endpoint), after.map(PodWatch::endpoint))) {
            events.accept(
                    new ClusterEvent.PodsChanged(key(after.or(() -> before).orElseThrow())));
        }
    }

    private static ServerKey key(Pod pod) {
        return new ServerKey(
                pod.getMetadata().getNamespace(), pod.getMetadata().getLabels().get(WorkloadNames.SERVER_LABEL));
    }

    static RuntimeEndpoint endpoint(Pod pod) {
        var status = Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
        var ended = pod.getMetadata().getDeletionTimestamp() != null
                || "Succeeded".equals(status.getPhase())
                || "Failed".equals(status.getPhase());
        var running = !ended && "Running".equals(status.getPhase()) && !waits(status);
        var ready = status.getConditions().stream()
                .anyMatch(it -> "Ready".equals(it.getType()) && "True".equals(it.getStatus()));
        return new RuntimeEndpoint(
                pod.getMetadata().getUid(),
                pod.getMetadata().getName(),
                Optional.ofNullable(pod.getMetadata().getLabels().get(VERSION_LABEL))
                        .orElse(""),
                Optional.ofNullable(status.getPodIP()).orElse(""),
                adminPort(pod),
                running,
                running && ready,
                ended);
    }

    /** A pod between two crashes of its container is in the phase Running and runs nothing. */
    private static boolean waits(PodStatus status) {
        var runtime = status.getContainerStatuses().stream()
                .filter(it -> RUNTIME.equals(it.getName()))
                .map(ContainerStatus::getState)
                .filter(Objects::nonNull)
                .findFirst();
        return runtime.filter(it -> it.getRunning() == null && (it.getWaiting() != null || it.getTerminated() != null))
                .isPresent();
    }

    private static int adminPort(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .filter(port -> ADMIN_PORT.equals(port.getName()))
                .map(ContainerPort::getContainerPort)
                .findFirst()
                .orElse(WorkloadNames.ADMIN_PORT);
    }

    @Override
    public void close() {
        informers.close();
    }
}
