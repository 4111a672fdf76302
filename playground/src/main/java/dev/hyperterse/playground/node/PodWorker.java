package dev.hyperterse.playground.node;

import dev.hyperterse.controlplane.Directories;
import dev.hyperterse.playground.node.container.ContainerWorker;
import dev.hyperterse.playground.node.container.NodeTiming;
import dev.hyperterse.playground.node.volume.CannotStart;
import dev.hyperterse.playground.node.volume.PodFolder;
import dev.hyperterse.playground.node.volume.Volumes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of one pod, on a thread of its own: does what is due, reports what changed, waits for news. */
final class PodWorker implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(PodWorker.class);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Pod first;
    private final String address;
    private final PodApi api;
    private final PodFolder folder;
    private final Volumes volumes;
    private final StatusReport report;
    private final List<ContainerWorker> containers;
    private final Clock clock;
    private final NodeTiming timing;
    private final Semaphore news = new Semaphore(0);
    private volatile Pod latest;
    private volatile Optional<Duration> ending = Optional.empty();
    private volatile boolean gone;
    private volatile boolean ready;
    private volatile boolean forgotten;
    private volatile PodStatus reported = new PodStatus();
    private Instant volumesDue;

    PodWorker(Pod pod, String address, NodeSettings settings, PodParts parts) {
        this.first = pod;
        this.latest = pod;
        this.address = address;
        this.api = parts.api();
        this.folder = parts.folder();
        this.volumes = parts.volumes();
        this.report = new StatusReport(address, NodeSettings.HOST_ADDRESS, settings.clock());
        this.clock = settings.clock();
        this.timing = settings.timing();
        this.volumesDue = clock.instant().plus(timing.volumeRefresh());
        var context = new ContainerWorker.Context(
                parts.launcher(),
                address,
                Duration.ofSeconds(pod.getSpec().getTerminationGracePeriodSeconds()),
                timing,
                clock,
                this::wake);
        this.containers = pod.getSpec().getContainers().stream()
                .map(container -> new ContainerWorker(container, context))
                .toList();
        observe(pod);
    }

    /** The pod as the API server has it now. That it is to end is never taken back. */
    void observe(Pod pod) {
        latest = pod;
        if (pod.getMetadata().getDeletionTimestamp() != null && ending.isEmpty()) {
            var grace = pod.getMetadata().getDeletionGracePeriodSeconds();
            ending = Optional.of(Duration.ofSeconds(grace == null ? 0 : grace));
        }
        wake();
    }

    /** The API server may have less than was written there: it can be put back to a backup. */
    void compare(Pod stored) {
        var ip = stored.getStatus().getPodIP();
        if (reported.getPodIP() != null && (ip == null || storedAsReady(stored) != ready)) {
            forgotten = true;
            wake();
        }
    }

    private static boolean storedAsReady(Pod stored) {
        return stored.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }

    /** The API server knows it no more: a graceful end is not needed. */
    void vanish() {
        gone = true;
        wake();
    }

    RunningPod snapshot() {
        return RunningPod.of(latest, address, ready && ending.isEmpty() && !gone, reported, folder);
    }

    List<ContainerWorker> containers() {
        return containers;
    }

    @Override
    public void run() {
        try {
            while (!step()) {
                news.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                news.drainPermits();
            }
        } catch (InterruptedException closed) {
            // The node closes.
        } finally {
            containers.forEach(ContainerWorker::kill);
            clean();
        }
    }

    /** Whether nothing is left to do. */
    private boolean step() {
        if (gone) {
            return true;
        }
        ending.ifPresent(grace -> containers.forEach(container -> container.stop(grace)));
        containers.forEach(ContainerWorker::step);
        ready = containers.stream().allMatch(ContainerWorker::ready);
        try {
            refreshVolumes();
            report();
            if (ending.isPresent() && containers.stream().allMatch(ContainerWorker::stopped)) {
                api.delete(first);
                return true;
            }
        } catch (KubernetesClientException unreachable) {
            LOG.debug("pod {} will be reported later", first.getMetadata().getName(), unreachable);
        }
        return false;
    }

    private void report() {
        var status = report.of(containers);
        if (forgotten || !status.equals(reported)) {
            forgotten = false;
            api.report(first, status);
            reported = status;
        }
    }

    private void refreshVolumes() {
        if (clock.instant().isBefore(volumesDue) || ending.isPresent()) {
            return;
        }
        volumesDue = clock.instant().plus(timing.volumeRefresh());
        try {
            volumes.refresh();
        } catch (CannotStart outOfDate) {
            LOG.info("pod {} keeps its volumes: {}", first.getMetadata().getName(), outOfDate.getMessage());
        }
    }

    private void wake() {
        news.release();
    }

    private void clean() {
        try {
            Directories.delete(folder.root());
        } catch (IOException left) {
            LOG.warn("cannot delete {}", folder.root(), left);
        }
    }
}
