package dev.hyperterse.operator;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.compiler.script.CompilerProcess;
import dev.hyperterse.compiler.script.ServerScriptCache;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.metrics.LeadershipFigures;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.metrics.OperatorMetrics.ReconcileOutcome;
import dev.hyperterse.operator.observe.Convergence;
import dev.hyperterse.operator.publish.ClusterStore;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.queue.CoalescingQueue;
import dev.hyperterse.operator.queue.Pace;
import dev.hyperterse.operator.queue.ThreadTimer;
import dev.hyperterse.operator.read.ClusterEvent;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.ServerController;
import dev.hyperterse.operator.reconcile.ServerReconcilers;
import dev.hyperterse.operator.report.Reporter;
import dev.hyperterse.operator.report.condition.ReconciliationFailure;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.trace.ReconcileTrace;
import dev.hyperterse.operator.workload.state.Workloads;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The work of the leading process: it compiles, publishes and reports servers, and reconciles their workloads. */
final class Leader {
    static final Duration INSPECTION_PACE = Duration.ofMinutes(5);
    private static final Duration PUBLISH_LIMIT = Duration.ofSeconds(10);
    private static final Duration STATUS_LIMIT = Duration.ofSeconds(3);

    private static final Set<String> OF_THE_GARBAGE_COLLECTOR = Set.of("foregroundDeletion", "orphan");

    /** How far replicas are is written at most once a second. */
    private static final Pace CONVERGED_PACE =
            new Pace(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final ClusterView view;
    private final OperatorMetrics metrics;
    private final LeadershipFigures figures;
    private final Workloads workloads;
    private final ThreadTimer publishing = new ThreadTimer("publishing");
    private final ThreadTimer reporting = new ThreadTimer("reporting");
    private final Reporter reporter;
    private final Convergence convergence;
    private final CompilerProcess scriptCompiler = new CompilerProcess();
    private final ServerReconcilers reconcilers;
    private final ServerController servers;
    private final CoalescingQueue<ServerKey> converged;
    private final CoalescingQueue<ServerKey> inspections;
    private final Duration inspectionPace;
    private boolean finished;

    /**
     * @param client for publishing
     * @param statusClient for statuses alone, so that a burst of them never delays a publication
     * @param pod this process, as events are to name it
     * @param workloads is started and closed with this
     * @param view has read everything: a catalog compiled from a part would take tools away
     * @param inspectionPace how often the objects of each catalog are read and compared
     */
    Leader(
            KubernetesClient client,
            KubernetesClient statusClient,
            String pod,
            ClusterView view,
            Leadership leadership,
            Workloads workloads,
            OperatorMetrics metrics,
            Function<ServerKey, ReconcileTrace> traces,
            InstantSource clock,
            Duration inspectionPace) {
        this.view = view;
        this.inspectionPace = inspectionPace;
        this.metrics = metrics;
        this.reporter = new Reporter(view, statusClient, pod, leadership, metrics, clock, reporting);
        this.workloads = workloads;
        this.convergence = new Convergence(view::pods, this::seen);
        this.reconcilers = new ServerReconcilers(
                view,
                metrics,
                traces,
                server -> new ClusterStore(client, server, metrics::conflicted),
                leadership,
                this::scripts);
        this.servers = view.controller();
        this.converged = new CoalescingQueue<>("converged", CONVERGED_PACE, publishing, this::recordConverged);
        this.inspections = new CoalescingQueue<>("inspections", Pace.STANDARD, publishing, this::inspect);
        this.figures = new LeadershipFigures(
                Stream.concat(Stream.of(servers, converged, inspections, workloads), reporter.queues().stream())
                        .toList(),
                reporter.inputs()::behind);
    }

    /** Reconciles every server that exists. Has no effect after {@link #finish}. */
    synchronized void start() {
        if (finished) {
            return;
        }
        metrics.leads(figures);
        servers.begin(this::reconcile);
        view.listen(this::handle);
        var existing = Set.copyOf(view.servers());
        existing.forEach(server -> {
            convergence.podsChanged(server);
            servers.offer(server);
        });
        // The other leaves are reported after the first evaluation of their server.
        view.leaves().stream()
                .filter(leaf -> leaf.servers().isEmpty() || !existing.containsAll(leaf.servers()))
                .forEach(leaf -> reporter.leafAffected(leaf.key()));
        workloads.start(reporter.inputs()::workload);
    }

    /** Kinds whose CRDs are not those of this build. */
    void outdatedDefinitions(Optional<String> kinds) {
        reporter.outdatedDefinitions(kinds);
        view.servers().forEach(reporter::serverAffected);
    }

    private void handle(ClusterEvent event) {
        switch (event) {
            case ClusterEvent.ServerAffected(var server) -> servers.offer(server);
            case ClusterEvent.LeafChanged(var leaf, var affected) -> {
                affected.forEach(servers::offer);
                reporter.leafAffected(leaf);
            }
            case ClusterEvent.LeafStatusWritten(var leaf) -> reporter.statusWritten(leaf);
            case ClusterEvent.ServerStatusWritten(var server) -> reporter.statusWritten(server);
            case ClusterEvent.PodsChanged(var server) -> convergence.podsChanged(server);
        }
    }

    private void seen(ServerKey server, Replicas replicas) {
        reporter.inputs().replicas(server, replicas);
        converged.offer(server);
    }

    private void reconcile(ServerKey server) {
        if (isBeingCollected(server)) {
            return;
        }
        try {
            var outcome = reconcilers.reconcile(server);
            outcome.evaluation().ifPresent(evaluation -> {
                figures.evaluated(server, evaluation.compiled());
                reporter.inputs().evaluated(evaluation);
            });
            if (outcome.label() == ReconcileOutcome.Gone) {
                figures.gone(server);
                reporter.inputs().gone(server);
            }
        } catch (RuntimeException | Error failed) {
            reporter.inputs().failed(server, ReconciliationFailure.of(server, failed));
            throw failed;
        }
        converged.offer(server);
        inspections.offerAfter(server, inspectionPace);
    }

    /**
     * Whether the garbage collector deletes the objects of a server, or takes its name off them, so that they must not be
     * written. Other finalizers may keep a server that is being deleted for long: it follows its definitions until it is gone.
     */
    private boolean isBeingCollected(ServerKey server) {
        return view.stored(server)
                .map(HyperterseServer::getMetadata)
                .filter(it -> it.getDeletionTimestamp() != null)
                .filter(it -> it.getFinalizers().stream().anyMatch(OF_THE_GARBAGE_COLLECTOR::contains))
                .isPresent();
    }

    /** Running replicas have read these objects already, so what another writer changed may stay for minutes. */
    private void inspect(ServerKey server) {
        if (view.stored(server).isEmpty()) {
            return;
        }
        if (!isBeingCollected(server) && reconcilers.modifiedExternally(server)) {
            servers.offer(server);
        }
        inspections.offerAfter(server, inspectionPace);
    }

    private void recordConverged(ServerKey server) {
        reporter.inputs()
                .reachedByAll(server)
                .filter(_ -> !isBeingCollected(server))
                .filter(revision -> reconcilers.recordConverged(server, revision))
                .ifPresent(_ -> servers.offer(server));
    }

    /** A script that has been compiled is a reason to compile the server again. */
    private ServerScriptCache scripts(ServerKey server) {
        return new ServerScriptCache(scriptCompiler.of(server.namespace()), () -> servers.offer(server));
    }

    /**
     * Starts no new work and lets running publications and status writes finish. The lease is released after that: a
     * later write of this process would replace the next leader's.
     */
    void finish() {
        synchronized (this) {
            finished = true;
        }
        workloads.close();
        convergence.close();
        servers.end(PUBLISH_LIMIT);
        publishing.finish(PUBLISH_LIMIT);
        reporting.finish(STATUS_LIMIT);
        scriptCompiler.close();
    }
}
