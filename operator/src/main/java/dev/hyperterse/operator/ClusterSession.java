package dev.hyperterse.operator;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.lead.Election;
import dev.hyperterse.operator.lead.LeaseTimings;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ApiServerWatch;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.read.installation.InstalledDefinitions;
import dev.hyperterse.operator.read.installation.StartupChecks;
import dev.hyperterse.operator.trace.ReconcileTrace;
import dev.hyperterse.operator.workload.WorkloadController;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that knows the state of the cluster: clients, watches, the election, and the leader while this process leads.
 * It ends when the lease is lost or what was read may be of another history of the cluster. The process then closes it and
 * opens the next, which reads everything anew (decision 0331).
 */
final class ClusterSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterSession.class);
    private static final String READ_ANEW = "the cluster is read anew";
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    /** A lease that cannot be renewed has to be known as lost before it is over. */
    private static final Duration ELECTION_TIMEOUT = Duration.ofSeconds(3);

    private final OperatorSettings settings;
    private final OperatorMetrics metrics;
    private final Function<ServerKey, ReconcileTrace> traces;
    private final KubernetesClient client;
    private final KubernetesClient statusClient;
    private final KubernetesClient electionClient;
    private final ClusterView view;
    private final ApiServerWatch apiServer;
    private final InstalledDefinitions definitions;
    private final Election election;
    private final CompletableFuture<End> ended = new CompletableFuture<>();
    private Optional<Leader> leader = Optional.empty();
    private final ReentrantLock closing = new ReentrantLock();
    private volatile boolean closed;
    private volatile String waitsFor = "the cluster has not been read yet";

    /** Why a session is over. */
    enum End {
        /** Another process may lead already: nothing that was begun may be written any more. */
        LEASE_LOST,
        /** The API server went back, or may have, while it was away. */
        STATE_UNCERTAIN,
        /** An internal error: only a new process can help. */
        BROKEN
    }

    /** @param traces begins the trace of a reconciliation */
    ClusterSession(OperatorSettings settings, OperatorMetrics metrics, Function<ServerKey, ReconcileTrace> traces) {
        this.settings = settings;
        this.metrics = metrics;
        this.traces = traces;
        var config = ClusterClient.inPod(settings.apiServer(), settings.serviceAccount());
        this.client = ClusterClient.connect(config);
        this.statusClient = ClusterClient.connect(config);
        this.electionClient = ClusterClient.connect(ClusterClient.failingFast(config, ELECTION_TIMEOUT));
        this.view = new ClusterView(client, settings.scope(), settings.platform());
        this.apiServer = ApiServerWatch.of(electionClient, settings.scope(), this::distrust);
        this.definitions = InstalledDefinitions.of(client, this::definitionsChanged);
        this.election = new Election(electionClient, settings.lease(), settings.pod(), LeaseTimings.STANDARD);
    }

    /** Reads the cluster and takes part in the election, until the session has ended. */
    End run() throws InterruptedException {
        awaitCluster();
        view.start();
        while (!view.awaitRead(ASK_AGAIN)) {
            wait("the cluster is being read");
        }
        waitsFor = "";
        apiServer.start();
        definitions.start();
        LOG.atInfo()
                .addKeyValue("event", "ready")
                .addKeyValue("pod", settings.pod())
                .addKeyValue("servers", view.servers().size())
                .addKeyValue("adminPort", settings.admin().getPort())
                .log("is a candidate for the lease");
        election.start(this::lead, this::loseLease);
        return ended.join();
    }

    private void awaitCluster() throws InterruptedException {
        var checks = new StartupChecks(client, settings.scope());
        for (var missing = checks.missingPrerequisite(); missing.isPresent(); missing = checks.missingPrerequisite()) {
            wait(missing.get());
            Thread.sleep(ASK_AGAIN);
        }
    }

    /** Logs a reason once. */
    private void wait(String reason) {
        if (!reason.equals(waitsFor)) {
            waitsFor = reason;
            LOG.atWarn()
                    .addKeyValue("event", "waiting")
                    .addKeyValue("reason", reason)
                    .log("waits");
        }
    }

    private void distrust(String reason) {
        if (ended.complete(End.STATE_UNCERTAIN)) {
            waitsFor = READ_ANEW;
            LOG.atWarn()
                    .addKeyValue("event", "starting_again")
                    .addKeyValue("reason", reason)
                    .log("reads everything anew");
        }
    }

    private void loseLease() {
        if (ended.complete(End.LEASE_LOST)) {
            waitsFor = READ_ANEW;
            LOG.atWarn()
                    .addKeyValue("event", "lease_lost")
                    .addKeyValue("pod", settings.pod())
                    .log("reads everything anew, and is a candidate again");
        }
    }

    private void lead() {
        LOG.atInfo()
                .addKeyValue("event", "leading")
                .addKeyValue("pod", settings.pod())
                .addKeyValue("lease", settings.lease())
                .log("leads");
        var next = new Leader(
                client,
                statusClient,
                settings.pod(),
                view,
                election,
                workloads(),
                metrics,
                traces,
                InstantSource.system(),
                Leader.INSPECTION_PACE);
        synchronized (this) {
            if (closed) {
                return;
            }
            leader = Optional.of(next);
        }
        try {
            next.start();
            definitionsChanged();
        } catch (RuntimeException broken) {
            LOG.atError()
                    .addKeyValue("event", "leading_failed")
                    .setCause(broken)
                    .log("exits, to restart as a standby");
            ended.complete(End.BROKEN);
        }
    }

    private WorkloadController workloads() {
        var workloads = new WorkloadSettings(
                settings.runtime(), settings.pullSecrets(), settings.podMetadata(), settings.namespace());
        return new WorkloadController(client, settings.scope(), workloads, view, InstantSource.system());
    }

    /** One at a time: a leader that begins must not be given an older result. */
    private synchronized void definitionsChanged() {
        leader.ifPresent(it -> it.outdatedDefinitions(definitions.outdated()));
    }

    /** Kinds whose watch has ended for good. */
    List<String> endedWatches() {
        return closed ? List.of() : view.ended();
    }

    Map<String, Integer> openWatches() {
        return view.openWatches();
    }

    Map<String, Integer> outdatedDefinitions() {
        return definitions.differences();
    }

    /** All that it follows, with the specs that count; empty until it has read them. */
    Optional<List<HyperterseServer>> servers() {
        return notReadyReason().isPresent()
                ? Optional.empty()
                : Optional.of(view.servers().stream()
                        .flatMap(key -> view.server(key).stream())
                        .toList());
    }

    /** The reason why it neither leads nor stands by; empty when there is none. */
    Optional<String> notReadyReason() {
        return Optional.of(waitsFor).filter(reason -> !reason.isEmpty());
    }

    private synchronized Optional<Leader> stopLeading() {
        return leader;
    }

    /**
     * Running publications finish before the lease is released, unless it is lost: then they fail at their next request. A
     * second caller waits until the first has closed it: a process may be asked to end meanwhile.
     */
    @Override
    public void close() {
        closing.lock();
        try {
            closeOnce();
        } finally {
            closing.unlock();
        }
    }

    private void closeOnce() {
        if (closed) {
            return;
        }
        closed = true;
        apiServer.close();
        definitions.close();
        if (ended.getNow(End.STATE_UNCERTAIN) == End.LEASE_LOST) {
            client.close();
            statusClient.close();
        }
        stopLeading().ifPresent(Leader::finish);
        metrics.stoppedLeading();
        election.close();
        view.close();
        // The clients of a process that is asked to end may still be in use by a session that has not read the cluster
        // yet.
        if (ended.isDone()) {
            client.close();
            statusClient.close();
            electionClient.close();
        }
    }
}
