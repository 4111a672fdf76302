package dev.hyperterse.operator.report;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.model.StatusWriters;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.queue.Depth;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.read.KnownObjects;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.definition.LeafReport;
import dev.hyperterse.operator.report.event.ConditionEvent;
import dev.hyperterse.operator.report.event.EventRecorder;
import dev.hyperterse.operator.report.event.EventWriter;
import dev.hyperterse.operator.report.server.ServerReport;
import dev.hyperterse.operator.report.write.ClusterStatuses;
import dev.hyperterse.operator.report.write.StatusStore;
import dev.hyperterse.operator.report.write.StatusUpdater;
import dev.hyperterse.operator.report.write.StatusUpdater.Observed;
import dev.hyperterse.operator.report.write.StoredStatus;
import dev.hyperterse.operator.report.write.WriteLimit;
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
    private final EventRecorder events;
    private final InstantSource clock;
    private final StatusUpdater<LeafKey, LeafStatus> leaves;
    private final StatusUpdater<ServerKey, HyperterseServerStatus> servers;
    private volatile Optional<String> outdatedDefinitions = Optional.empty();

    /**
     * @param client a client of its own, so that a burst of status writes never delays a publication
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
                new EventRecorder(new EventWriter(client, pod, clock), timer),
                leadership,
                metrics,
                clock,
                timer,
                Thread::sleep);
    }

    Reporter(
            KnownObjects objects,
            StatusStore statuses,
            EventRecorder events,
            Leadership leadership,
            OperatorMetrics metrics,
            InstantSource clock,
            Timer timer,
            WriteLimit.Sleeper sleeper) {
        this.objects = objects;
        this.statuses = statuses;
        this.events = events;
        this.clock = clock;
        this.inputs = new StatusInputs(clock, this);
        var limit = new WriteLimit(timer, sleeper, WRITES_PER_SECOND, WRITES_AT_ONCE);
        this.leaves = new StatusUpdater<>(
                "definition-status", Pace.STANDARD, timer, limit, leadership, metrics, new Leaves());
        this.servers =
                new StatusUpdater<>("server-status", SERVER_PACE, timer, limit, leadership, metrics, new Servers());
    }

    /** How much there is to do can be seen of them. */
    public List<Depth> queues() {
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

    @Override
    public void leavesUnevaluated(ServerKey server) {
        objects.leavesNaming(server).forEach(leaves::affected);
    }

    /** Kinds whose CRDs are not those of this build; statuses say so when they are written next. */
    public void outdatedDefinitions(Optional<String> kinds) {
        outdatedDefinitions = kinds;
    }

    /** The watch shows another status of the leaf, of any writer. */
    public void statusWritten(LeafKey leaf) {
        leaves.observed(leaf);
    }

    public void statusWritten(ServerKey server) {
        servers.observed(server);
    }

    private final class Leaves implements StatusUpdater.Kind<LeafKey, LeafStatus> {
        @Override
        public String namespace(LeafKey key) {
            return key.namespace();
        }

        @Override
        public Optional<Observed<LeafStatus>> find(LeafKey key) {
            return objects.leaf(key)
                    .map(leaf -> new Observed<>(
                            new StoredStatus<>(leaf.version(), leaf.status()),
                            !leaf.foreignStatus(),
                            previous -> LeafReport.of(leaf, servers(leaf), previous, clock.instant())));
        }

        private List<NamedServer> servers(ObservedLeaf leaf) {
            return leaf.servers().stream()
                    .map(it -> new NamedServer(it, objects.server(it).isPresent(), inputs.of(it)))
                    .toList();
        }

        @Override
        public ObjectVersion write(
                LeafKey key, ObjectVersion over, PreviousStatus<LeafStatus> previous, LeafStatus status) {
            var written = statuses.write(key, over, status);
            var before = previous.conditions(LeafStatus::conditions);
            ConditionEvent.ofLeaf(key, written.uid(), before, status.conditions())
                    .ifPresent(events::record);
            return written;
        }
    }

    private final class Servers implements StatusUpdater.Kind<ServerKey, HyperterseServerStatus> {
        @Override
        public String namespace(ServerKey key) {
            return key.namespace();
        }

        @Override
        public Optional<Observed<HyperterseServerStatus>> find(ServerKey key) {
            return objects.server(key)
                    .map(it -> new Observed<>(
                            new StoredStatus<>(ObjectVersion.of(it.getMetadata()), Optional.ofNullable(it.getStatus())),
                            !StatusWriters.foreign(it),
                            previous -> ServerReport.of(
                                    it, previous, inputs.of(key), outdatedDefinitions, clock.instant())));
        }

        @Override
        public ObjectVersion write(
                ServerKey key,
                ObjectVersion over,
                PreviousStatus<HyperterseServerStatus> previous,
                HyperterseServerStatus status) {
            var written = statuses.write(key, over, status);
            var before = previous.conditions(HyperterseServerStatus::conditions);
            ConditionEvent.ofServer(key, written.uid(), before, status.conditions())
                    .forEach(events::record);
            return written;
        }
    }
}
