package dev.hyperterse.operator;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.admin.AdminPort;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.registry.RegistryPort;
import dev.hyperterse.operator.registry.ServerRegistry;
import dev.hyperterse.operator.trace.ReconcileTrace;
import dev.hyperterse.operator.trace.RecordedReconciliations;
import dev.hyperterse.telemetry.logging.LogOutput;
import dev.hyperterse.telemetry.otlp.SentMetrics;
import dev.hyperterse.telemetry.otlp.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of the operator: the admin port, and one {@link ClusterSession} after the other. A standby follows the
 * cluster too, so that a new leader begins at once. On SIGTERM running publications finish before the lease is released.
 */
public final class OperatorProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorProcess.class);

    private final OperatorSettings settings;
    private final OperatorMetrics metrics = new OperatorMetrics();
    private final AdminPort admin;
    private final Optional<RegistryPort> registry;
    private final Optional<SentMetrics> sent;
    private final Optional<RecordedReconciliations> traces;
    private volatile Optional<ClusterSession> session = Optional.empty();
    private volatile boolean stopping;
    private volatile int exitCode;

    private OperatorProcess(OperatorSettings settings) {
        this.settings = settings;
        metrics.watches(() -> session.map(ClusterSession::openWatches).orElse(Map.of()));
        metrics.outdatedDefinitions(
                () -> session.map(ClusterSession::outdatedDefinitions).orElse(Map.of()));
        this.admin = AdminPort.open(settings.admin(), this::livenessFailure, this::notReadyReason, metrics.registry());
        this.registry = settings.registry()
                .map(it -> RegistryPort.open(settings.registryAddress(), new ServerRegistry(it, this::servers)));
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
        for (var next = begin(); next.isPresent(); next = begin()) {
            switch (next.get().run()) {
                case LEASE_LOST, STATE_UNCERTAIN -> next.get().close();
                case BROKEN -> fail();
            }
        }
    }

    /** The next session; none once the process was asked to end. */
    private synchronized Optional<ClusterSession> begin() {
        session = stopping
                ? Optional.empty()
                : Optional.of(new ClusterSession(
                        settings,
                        metrics,
                        traces.<Function<ServerKey, ReconcileTrace>>map(it -> it::begin)
                                .orElse(_ -> ReconcileTrace.NONE)));
        return session;
    }

    private void fail() {
        exitCode = 1;
        Runtime.getRuntime().exit(exitCode);
    }

    private Optional<String> livenessFailure() {
        return session.map(ClusterSession::endedWatches)
                .filter(ended -> !ended.isEmpty())
                .map(ended -> "no longer follows " + String.join(", ", ended));
    }

    private Optional<String> notReadyReason() {
        return stopping
                ? Optional.of("stopping")
                : session.map(ClusterSession::notReadyReason).orElse(Optional.of("starting"));
    }

    private Optional<List<HyperterseServer>> servers() {
        return session.flatMap(ClusterSession::servers);
    }

    private synchronized Optional<ClusterSession> stop() {
        stopping = true;
        return session;
    }

    @Override
    public void close() {
        stop().ifPresent(ClusterSession::close);
        registry.ifPresent(RegistryPort::close);
        admin.close();
        // Last: a collector that does not answer may take a moment, and the lease is given back by now.
        traces.ifPresent(RecordedReconciliations::close);
        sent.ifPresent(SentMetrics::close);
        LOG.atInfo().addKeyValue("event", "stopped").log("stopped");
    }
}
