package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.read.KnownObjects;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The only writer of statuses. It works beside publishing, on what is known when a status has its turn, and writes only
 * what differs from what stands there. A write that fails, for whatever reason, leaves no trace: the queue brings the
 * object again, and its status is computed anew.
 */
public final class Reporter implements Situation.Listener {
    private static final int WRITES_PER_SECOND = 300;
    private static final int WRITES_AT_ONCE = 16;

    /** Servers change with every pod and every publication: at most one write a second. */
    private static final Pace SERVER_PACE =
            new Pace(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, Duration.ofMillis(100), Duration.ofSeconds(30));

    private final KnownObjects objects;
    private final Situation situation;
    private final StatusStore statuses;
    private final Notices notices;
    private final InstantSource clock;
    private final CoalescingQueue<LeafKey> leaves;
    private final CoalescingQueue<ServerKey> servers;
    private final Alarms<LeafKey> leafAlarms;
    private final Alarms<ServerKey> serverAlarms;
    private final WriteTurns turns;
    private final LastWritten<LeafKey, LeafStatus> writtenLeaves;
    private final LastWritten<ServerKey, HyperterseServerStatus> writtenServers;

    /** @param client of its own: a burst of statuses must not stand in the way of a publication */
    public Reporter(
            KnownObjects objects, KubernetesClient client, OperatorMetrics metrics, InstantSource clock, Timer timer) {
        this(
                objects,
                new CountedStatuses(new ClusterStatuses(client), metrics),
                new Notices(new ClusterNotices(client, clock), timer, Thread::sleep),
                clock,
                timer,
                Thread::sleep);
    }

    Reporter(
            KnownObjects objects,
            StatusStore statuses,
            Notices notices,
            InstantSource clock,
            Timer timer,
            Pause pause) {
        this.objects = objects;
        this.statuses = statuses;
        this.notices = notices;
        this.clock = clock;
        this.situation = new Situation(clock, this);
        this.leaves = new CoalescingQueue<>("leaf-status", Pace.STANDARD, timer, this::report);
        this.servers = new CoalescingQueue<>("server-status", SERVER_PACE, timer, this::report);
        this.leafAlarms = new Alarms<>(timer, leaves::offer);
        this.serverAlarms = new Alarms<>(timer, servers::offer);
        this.turns = new WriteTurns(timer, pause, WRITES_PER_SECOND, WRITES_AT_ONCE);
        this.writtenLeaves = new LastWritten<>(timer);
        this.writtenServers = new LastWritten<>(timer);
    }

    /** How much there is to do can be seen of them. */
    public List<CoalescingQueue<?>> queues() {
        return List.of(leaves, servers);
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

    @Override
    public void leavesUnjudged(ServerKey server) {
        objects.leavesNaming(server).forEach(leaves::offer);
    }

    private void report(LeafKey key) {
        if (change(key).isPresent()) {
            turns.take(() -> change(key).ifPresent(it -> write(key, it)));
        }
    }

    /** Empty where what stands there is right, or is to stay for now. */
    private Optional<Change<ObservedLeaf, LeafStatus>> change(LeafKey key) {
        var observed = objects.leaf(key);
        if (observed.isEmpty()) {
            writtenLeaves.forget(key);
            return Optional.empty();
        }
        var found = observed.get();
        var leaf = found.withStatus(writtenLeaves.or(key, found.uid(), found.status()));
        var places = leaf.servers().stream().map(server -> place(server, key)).toList();
        var outcome = LeafReport.of(leaf, places, clock.instant());
        outcome.again().ifPresent(wait -> leafAlarms.in(wait, key));
        return outcome.status()
                .filter(it -> !leaf.status().equals(Optional.of(it)))
                .map(status -> new Change<>(leaf, status));
    }

    private Place place(ServerKey server, LeafKey leaf) {
        var known = situation.of(server);
        return new Place(
                server,
                objects.server(server).isPresent(),
                Optional.ofNullable(known.standings().get(leaf)),
                known.attended(),
                known.setback());
    }

    private void write(LeafKey key, Change<ObservedLeaf, LeafStatus> change) {
        var leaf = change.object();
        statuses.write(key, leaf.uid(), change.status());
        writtenLeaves.put(key, leaf.uid(), change.status());
        var before = leaf.status().map(LeafStatus::conditions).orElse(List.of());
        Notice.ofLeaf(key, leaf.uid(), before, change.status().conditions()).ifPresent(notices::offer);
    }

    private void report(ServerKey key) {
        if (change(key).isPresent()) {
            turns.take(() -> change(key).ifPresent(it -> write(key, it)));
        }
    }

    private Optional<Change<HyperterseServer, HyperterseServerStatus>> change(ServerKey key) {
        var observed = objects.server(key);
        if (observed.isEmpty()) {
            writtenServers.forget(key);
            return Optional.empty();
        }
        var server = observed.get();
        var before = statusOf(key, server);
        var outcome = ServerReport.of(server, before, situation.of(key), clock.instant());
        outcome.again().ifPresent(wait -> serverAlarms.in(wait, key));
        return outcome.status()
                .filter(it -> !before.equals(Optional.of(it)))
                .map(status -> new Change<>(server, status));
    }

    private Optional<HyperterseServerStatus> statusOf(ServerKey key, HyperterseServer server) {
        return writtenServers.or(key, server.getMetadata().getUid(), Optional.ofNullable(server.getStatus()));
    }

    private void write(ServerKey key, Change<HyperterseServer, HyperterseServerStatus> change) {
        var uid = change.object().getMetadata().getUid();
        var before = statusOf(key, change.object())
                .map(HyperterseServerStatus::conditions)
                .orElse(List.of());
        statuses.write(key, uid, change.status());
        writtenServers.put(key, uid, change.status());
        Notice.ofServer(key, uid, before, change.status().conditions()).forEach(notices::offer);
    }

    /** @param object with the status that stands there */
    private record Change<O, S>(O object, S status) {}
}
