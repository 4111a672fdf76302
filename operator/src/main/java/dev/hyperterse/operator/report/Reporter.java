package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.Workload;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * The only writer of statuses. It works beside publishing, on what is known when a status has its turn, and writes only
 * what differs from what stands there.
 */
public final class Reporter implements Situation.Listener {
    private static final int WRITES_PER_SECOND = 300;
    private static final int WRITES_AT_ONCE = 16;

    /** Servers change with every pod and every publication. */
    private static final Pace SERVER_PACE =
            new Pace(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(100), Duration.ofSeconds(30));

    private final ClusterView view;
    private final Situation situation;
    private final Statuses statuses;
    private final InstantSource clock;
    private final Timer timer;
    private final CoalescingQueue<LeafKey> leaves;
    private final CoalescingQueue<ServerKey> servers;
    private final Rate rate = new Rate(WRITES_PER_SECOND);
    private final Semaphore writes = new Semaphore(WRITES_AT_ONCE);

    /** What was written and has not come back by the watch yet. */
    private final Map<LeafKey, Written<LeafStatus>> writtenLeaves = new ConcurrentHashMap<>();

    private final Map<ServerKey, Written<HyperterseServerStatus>> writtenServers = new ConcurrentHashMap<>();

    /** @param client of its own: a burst of statuses must not stand in the way of a publication */
    public Reporter(ClusterView view, KubernetesClient client, InstantSource clock, Timer timer) {
        this.view = view;
        this.statuses = new Statuses(client);
        this.clock = clock;
        this.timer = timer;
        this.situation = new Situation(clock, this);
        this.leaves = new CoalescingQueue<>("leaf-status", Pace.STANDARD, timer, this::report);
        this.servers = new CoalescingQueue<>("server-status", SERVER_PACE, timer, this::report);
    }

    public Situation situation() {
        return situation;
    }

    @Override
    public void leafAffected(LeafKey leaf) {
        leaves.offer(leaf);
    }

    @Override
    public void serverAffected(ServerKey server) {
        servers.offer(server);
    }

    private void report(LeafKey key) {
        var observed = view.leaf(key);
        if (observed.isEmpty()) {
            writtenLeaves.remove(key);
            return;
        }
        var leaf = withLastStatus(observed.get());
        var places = leaf.servers().stream().map(server -> place(server, key)).toList();
        var outcome = LeafReport.of(leaf, places, clock.instant());
        outcome.again().ifPresent(wait -> timer.after(wait, () -> leaves.offer(key)));
        outcome.status().filter(it -> !leaf.status().equals(Optional.of(it))).ifPresent(status -> {
            write(() -> statuses.write(key, leaf.uid(), status));
            writtenLeaves.put(key, new Written<>(leaf.uid(), status));
        });
    }

    private Place place(ServerKey server, LeafKey leaf) {
        var known = situation.of(server);
        return new Place(
                server,
                view.server(server).isPresent(),
                Optional.ofNullable(known.standings().get(leaf)),
                !known.replicas().running().isEmpty());
    }

    private ObservedLeaf withLastStatus(ObservedLeaf leaf) {
        var written = writtenLeaves.get(leaf.key());
        if (written == null
                || !written.uid().equals(leaf.uid())
                || leaf.status().equals(Optional.of(written.status()))) {
            writtenLeaves.remove(leaf.key());
            return leaf;
        }
        return new ObservedLeaf(
                leaf.key(), leaf.uid(), leaf.generation(), leaf.servers(), Optional.of(written.status()));
    }

    private void report(ServerKey key) {
        var observed = view.server(key);
        if (observed.isEmpty()) {
            writtenServers.remove(key);
            return;
        }
        var server = observed.get();
        var last = lastStatus(key, server);
        var outcome = ServerReport.of(server, last, situation.of(key), servicePort(server), clock.instant());
        outcome.status().filter(it -> !last.equals(Optional.of(it))).ifPresent(status -> {
            var uid = server.getMetadata().getUid();
            write(() -> statuses.write(key, uid, status));
            writtenServers.put(key, new Written<>(uid, status));
        });
    }

    private Optional<HyperterseServerStatus> lastStatus(ServerKey key, HyperterseServer server) {
        var observed = Optional.ofNullable(server.getStatus());
        var written = writtenServers.get(key);
        if (written == null
                || !written.uid().equals(server.getMetadata().getUid())
                || observed.equals(Optional.of(written.status()))) {
            writtenServers.remove(key);
            return observed;
        }
        return Optional.of(written.status());
    }

    private static int servicePort(HyperterseServer server) {
        return server.getSpec()
                .workload()
                .flatMap(Workload::service)
                .flatMap(Workload.ServiceSettings::port)
                .orElse(80);
    }

    private void write(Runnable write) {
        try {
            writes.acquire();
            try {
                Thread.sleep(rate.reserve(timer.nanos()));
                write.run();
            } finally {
                writes.release();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private record Written<S>(String uid, S status) {}
}
