package dev.hyperterse.operator;

import dev.hyperterse.operator.admin.AdminPort;
import dev.hyperterse.operator.lead.Election;
import dev.hyperterse.operator.lead.LeaseTimings;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.read.ApiServerWatch;
import dev.hyperterse.operator.read.ClusterClient;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.InstalledDefinitions;
import dev.hyperterse.operator.read.StartupChecks;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.trace.ReconcileTrace;
import dev.hyperterse.operator.trace.RecordedReconciliations;
import dev.hyperterse.operator.workload.WorkloadController;
import dev.hyperterse.operator.workload.WorkloadSettings;
import dev.hyperterse.telemetry.logging.LogOutput;
import dev.hyperterse.telemetry.otlp.SentMetrics;
import dev.hyperterse.telemetry.otlp.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of the operator: it opens the admin port, reads the cluster, and then takes part in the election. A
 * standby follows the cluster too, so that a new leader begins at once. On SIGTERM running publications finish before
 * the lease is released.
 */
public final class OperatorProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorProcess.class);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    /** A lease that cannot be renewed has to be known as lost before it is over. */
    private static final Duration ELECTION_TIMEOUT = Duration.ofSeconds(3);

    private final OperatorSettings settings;
    private final KubernetesClient client;
    private final KubernetesClient statusClient;
    private final KubernetesClient electionClient;
    private final OperatorMetrics metrics = new OperatorMetrics();
    private final ClusterView view;
    private final ApiServerWatch apiServer;
    private final InstalledDefinitions definitions;
    private final Election election;
    private final AdminPort admin;
    private final Optional<SentMetrics> sent;
    private final Optional<RecordedReconciliations> traces;
    private Optional<Leader> leader = Optional.empty();
    private volatile String waitsFor = "the cluster has not been read yet";
    private volatile boolean stopping;
    private volatile int exitCode;

    private OperatorProcess(OperatorSettings settings) {
        this.settings = settings;
        var config = ClusterClient.inPod(settings.apiServer(), settings.serviceAccount());
        this.client = ClusterClient.connect(config);
        this.statusClient = ClusterClient.connect(config);
        this.electionClient = ClusterClient.connect(ClusterClient.failingFast(config, ELECTION_TIMEOUT));
        this.view = new ClusterView(client, settings.scope());
        this.apiServer = ApiServerWatch.of(electionClient, settings.scope(), this::startAgain);
        this.definitions = InstalledDefinitions.of(client, this::definitionsChanged);
        this.election = new Election(electionClient, settings.lease(), settings.pod(), LeaseTimings.STANDARD);
        metrics.watches(view::openWatches);
        metrics.missingFields(definitions::missing);
        this.admin = AdminPort.open(settings.admin(), this::livenessFailure, this::notReadyReason, metrics.registry());
        this.sent = settings.collector().map(it -> SentMetrics.open(it, service(), metrics.registry()));
        this.traces = settings.collector().map(it -> RecordedReconciliations.open(it, service(), metrics.registry()));
    }

    public static void main(String[] arguments) {
        try {
            var settings = OperatorSettings.of(System.getenv());
            LogOutput.ofThisProcess().level(settings.logLevel());
            var process = new OperatorProcess(settings);
            // A process that was asked to end and has done so did not fail: without halt the exit code is 143.
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> {
                        process.close();
                        Runtime.getRuntime().halt(process.exitCode);
                    }));
            process.run();
        } catch (RuntimeException failed) {
            LOG.atError().addKeyValue("event", "start_failed").setCause(failed).log("cannot start");
            Runtime.getRuntime().halt(1);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Service service() {
        return new Service("hyperterse-operator", settings.namespace(), Optional.empty(), settings.pod());
    }

    private void run() throws InterruptedException {
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
                .addKeyValue("adminPort", admin.port())
                .log("is a candidate for the lease");
        election.start(this::lead, this::endWithoutLease);
        Thread.currentThread().join();
    }

    private void awaitCluster() throws InterruptedException {
        var checks = new StartupChecks(client, settings.scope());
        for (var missing = checks.missingPrerequisite(); missing.isPresent(); missing = checks.missingPrerequisite()) {
            wait(missing.get());
            Thread.sleep(ASK_AGAIN);
        }
    }

    /** Says once what it waits for. */
    private void wait(String reason) {
        if (!reason.equals(waitsFor)) {
            waitsFor = reason;
            LOG.atWarn()
                    .addKeyValue("event", "waiting")
                    .addKeyValue("reason", reason)
                    .log("waits");
        }
    }

    /** As a process that ends does: what runs comes to its end, the lease is given back, and the kubelet does the rest. */
    private void startAgain(String reason) {
        LOG.atWarn()
                .addKeyValue("event", "starting_again")
                .addKeyValue("reason", reason)
                .log("exits, to restart and read everything anew");
        exitCode = 1;
        Runtime.getRuntime().exit(exitCode);
    }

    /** At once: another process may lead already, and what was begun here ends at its next write. */
    private void endWithoutLease() {
        LOG.atWarn()
                .addKeyValue("event", "lease_lost")
                .addKeyValue("pod", settings.pod())
                .log("exits, to restart as a standby");
        Runtime.getRuntime().halt(1);
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
                traces.<Function<ServerKey, ReconcileTrace>>map(it -> it::begin).orElse(_ -> ReconcileTrace.NONE),
                InstantSource.system());
        synchronized (this) {
            if (stopping) {
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
            exitCode = 1;
            Runtime.getRuntime().exit(exitCode);
        }
    }

    /** One at a time: a leader that begins must not be given an older result. */
    private synchronized void definitionsChanged() {
        leader.ifPresent(it -> it.outdatedDefinitions(definitions.outdated()));
    }

    private Optional<String> livenessFailure() {
        return Optional.of(view.ended())
                .filter(ended -> !ended.isEmpty())
                .map(ended -> "no longer follows " + String.join(", ", ended));
    }

    private Optional<String> notReadyReason() {
        return stopping ? Optional.of("stopping") : Optional.of(waitsFor).filter(reason -> !reason.isEmpty());
    }

    private WorkloadController workloads() {
        var workloads = new WorkloadSettings(settings.runtime(), settings.pullSecrets(), settings.namespace());
        return new WorkloadController(client, settings.scope(), workloads, view, InstantSource.system());
    }

    private synchronized Optional<Leader> stop() {
        stopping = true;
        return leader;
    }

    @Override
    public void close() {
        apiServer.close();
        definitions.close();
        stop().ifPresent(Leader::finish);
        election.close();
        view.close();
        admin.close();
        // Last: a collector that does not answer may take a moment, and the lease is given back by now.
        traces.ifPresent(RecordedReconciliations::close);
        sent.ifPresent(SentMetrics::close);
        LOG.atInfo().addKeyValue("event", "stopped").log("stopped");
    }
}
