package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.read.KnownObjects;
import dev.hyperterse.operator.report.KeptStatuses.Change;
import dev.hyperterse.operator.report.KeptStatuses.Subject;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ObjectVersion;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.resolve.StatusWriters;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The only writer of statuses. It works beside publishing, on what is known when a status has its turn. */
public final class Reporter implements StatusInputs.Listener {
    private static final int WRITES_PER_SECOND = 300;
    private static final int WRITES_AT_ONCE = 16;

    /** Servers change with every pod and every publication: at most one write a second. */
    private static final Pace SERVER_PACE =
            new Pace(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, Duration.ofMillis(100), Duration.ofSeconds(30));

    private final KnownObjects objects;
    private final StatusInputs inputs;
    private final StatusStore statuses;
    private final Notices notices;
    private final AdapterOutages outages = new AdapterOutages();
    private final InstantSource clock;
    private final KeptStatuses<LeafKey, LeafStatus> leaves;
    private final KeptStatuses<ServerKey, HyperterseServerStatus> servers;
    private volatile Optional<String> outdatedDefinitions = Optional.empty();

    /**
     * @param client of its own: a burst of statuses must not stand in the way of a publication
     * @param pod this process, as events are to name it
     */
    public Reporter(
            KnownObjects objects,
            KubernetesClient client,
            String pod,
            Leadership leadership,
            OperatorMetrics metrics,
            InstantSource clock,
            Timer timer) {
        this(
                objects,
                new ClusterStatuses(client),
                new Notices(new ClusterNotices(client, pod, clock), timer, Thread::sleep),
                leadership,
                metrics,
                clock,
                timer,
                Thread::sleep);
    }

    Reporter(
            KnownObjects objects,
            StatusStore statuses,
            Notices notices,
            Leadership leadership,
            OperatorMetrics metrics,
            InstantSource clock,
            Timer timer,
            Pause pause) {
        this.objects = objects;
        this.statuses = statuses;
        this.notices = notices;
        this.clock = clock;
        this.inputs = new StatusInputs(clock, this);
        var turns = new WriteTurns(timer, pause, WRITES_PER_SECOND, WRITES_AT_ONCE);
        this.leaves = new KeptStatuses<>(
                "leaf-status", Pace.STANDARD, timer, turns, leadership, metrics, this::known, this::write);
        this.servers = new KeptStatuses<>(
                "server-status", SERVER_PACE, timer, turns, leadership, metrics, this::known, this::write);
    }

    /** How much there is to do can be seen of them. */
    public List<CoalescingQueue<?>> queues() {
        return List.of(leaves.queue(), servers.queue());
    }

    public StatusInputs inputs() {
        return inputs;
    }

    @Override
    public void leafAffected(LeafKey leaf) {
        leaves.affected(leaf);
    }

    @Override
    public void serverAffected(ServerKey server) {
        servers.affected(server);
    }

    /** What the CRDs of the cluster lack, where they are older than the operator; statuses say so when they are written next. */
    public void outdatedDefinitions(Optional<String> missing) {
        outdatedDefinitions = missing;
    }

    /** The watch shows another status of the leaf, whoever wrote it. */
    public void statusWritten(LeafKey leaf) {
        leaves.seen(leaf);
    }

    public void statusWritten(ServerKey server) {
        servers.seen(server);
    }

    private static Optional<LeafStatus> believed(ObservedLeaf leaf) {
        return leaf.foreignStatus() ? leaf.status().map(Doubtful::of) : leaf.status();
    }

    private static Optional<HyperterseServerStatus> believed(HyperterseServer server) {
        var status = Optional.ofNullable(server.getStatus());
        return StatusWriters.foreign(server) ? status.map(Doubtful::of) : status;
    }

    @Override
    public void leavesUnjudged(ServerKey server) {
        objects.leavesNaming(server).forEach(leaves::affected);
    }

    private Optional<Subject<LeafStatus>> known(LeafKey key) {
        return objects.leaf(key)
                .map(leaf -> new Subject<>(
                        new Stored<>(leaf.version(), leaf.status()),
                        believed(leaf),
                        before -> outcome(leaf.withStatus(before))));
    }

    private Outcome<LeafStatus> outcome(ObservedLeaf leaf) {
        var places =
                leaf.servers().stream().map(server -> place(server, leaf.key())).toList();
        return LeafReport.of(leaf, places, clock.instant());
    }

    private Place place(ServerKey server, LeafKey leaf) {
        var known = inputs.of(server);
        return new Place(
                server,
                objects.server(server).isPresent(),
                Optional.ofNullable(known.leaves().get(leaf)),
                known.attended(),
                known.failure());
    }

    private ObjectVersion write(LeafKey key, Change<LeafStatus> change) {
        var written = statuses.write(key, change.over(), change.status());
        var before = change.before().map(LeafStatus::conditions).orElse(List.of());
        Notice.ofLeaf(key, written.uid(), before, change.status().conditions()).ifPresent(notices::offer);
        return written;
    }

    private Optional<Subject<HyperterseServerStatus>> known(ServerKey key) {
        var server = objects.server(key);
        if (server.isEmpty()) {
            outages.forget(key);
        }
        return server.map(it -> new Subject<>(
                new Stored<>(ObjectVersion.of(it.getMetadata()), Optional.ofNullable(it.getStatus())),
                believed(it),
                before -> ServerReport.of(it, before, inputs.of(key), outdatedDefinitions, clock.instant())));
    }

    private ObjectVersion write(ServerKey key, Change<HyperterseServerStatus> change) {
        var written = statuses.write(key, change.over(), change.status());
        var before = change.before().map(HyperterseServerStatus::conditions).orElse(List.of());
        Notice.ofServer(key, written.uid(), before, change.status().conditions())
                .forEach(notices::offer);
        var adapters = change.before().map(HyperterseServerStatus::adapters).orElse(List.of());
        outages.notices(key, written.uid(), adapters, change.status().adapters())
                .forEach(notices::offer);
        return written;
    }
}
