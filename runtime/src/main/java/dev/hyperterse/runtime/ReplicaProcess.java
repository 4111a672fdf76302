package dev.hyperterse.runtime;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.observe.AdminServer;
import dev.hyperterse.runtime.source.RenderedCatalog;
import dev.hyperterse.runtime.source.kubernetes.Timing;
import dev.hyperterse.telemetry.logging.LogOutput;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process of a replica: opens the admin port, then reads the catalog, then opens the public port; on SIGTERM the
 * reverse. It exits with 0 after SIGTERM, and with 1 when it cannot start.
 */
public final class ReplicaProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaProcess.class);

    private ReplicaProcess() {}

    public static void main(String[] arguments) {
        try {
            start(ProcessSettings.of(System.getenv()));
        } catch (RuntimeException | Error failed) {
            try {
                LOG.atError()
                        .addKeyValue("event", "start_failed")
                        .addKeyValue("reason", reason(failed))
                        .log("cannot start");
            } finally {
                // The admin port would otherwise answer probes for a replica that never serves.
                System.exit(1);
            }
        }
    }

    private static void start(ProcessSettings settings) {
        // Checked first: a replica whose port is taken will never serve.
        FreeAddress.require(settings.publicAddress());
        var observation = Observation.begin(new FileOutputStream(FileDescriptor.out));
        var admin = AdminServer.start(
                FreeAddress.require(settings.adminAddress()),
                observation.readiness(),
                observation.metrics(),
                observation.revision());
        var serving =
                switch (settings.source()) {
                    case ProcessSettings.Source.Rendered(var folder) ->
                        serve(new RenderedCatalog(folder), settings, observation);
                    case ProcessSettings.Source.Cluster cluster -> follow(cluster, settings, observation);
                };
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("drain").unstarted(() -> endWith(serving, admin)));
        LOG.atInfo()
                .addKeyValue("event", "started")
                .addKeyValue("adminPort", admin.port())
                .log("answers probes");
    }

    private static Serving follow(
            ProcessSettings.Source.Cluster cluster, ProcessSettings settings, Observation observation) {
        var replica = new PodReplica(
                cluster.access(),
                cluster.server(),
                cluster.copyFolder(),
                Timing.STANDARD,
                settings.dataDirectory(),
                settings.secrets(),
                settings.publicAddress(),
                observation,
                ReplicaProcess::exitSoon);
        replica.start();
        return replica::close;
    }

    private static Serving serve(RenderedCatalog rendered, ProcessSettings settings, Observation observation) {
        var catalog = rendered.read();
        LogOutput.ofThisProcess().level(catalog.server().logLevel());
        var keys = KeyRing.random();
        var replica = new Replica(
                catalog,
                new ReplicaSettings(
                        settings.dataDirectory(), settings.secrets(), () -> keys, false, Handover.standard()),
                observation);
        var port = PublicPort.open(replica, settings.publicAddress());
        LOG.atInfo()
                .addKeyValue("event", "ready")
                .addKeyValue("revision", catalog.revision().position())
                .addKeyValue("port", port.port())
                .log("serves");
        return () -> {
            port.close();
            replica.close();
        };
    }

    /** On another thread: the exit blocks until the calling thread has ended. */
    private static void exitSoon() {
        Thread.ofPlatform().name("end").start(() -> System.exit(0));
    }

    private static void endWith(Serving serving, AdminServer admin) {
        LOG.atInfo().addKeyValue("event", "draining").log("lets running calls finish");
        serving.end();
        admin.close();
        LOG.atInfo().addKeyValue("event", "ended").log("ended");
        // After SIGTERM a JVM exits with 143, which looks like a failure.
        Runtime.getRuntime().halt(0);
    }

    /** The whole chain of causes in one line: the last one is usually the helpful one. */
    private static String reason(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
                // The message of an Error is often only the name of a class.
                .map(cause -> cause instanceof Error ? cause.toString() : String.valueOf(cause.getMessage()))
                .collect(Collectors.joining(": "));
    }

    @FunctionalInterface
    private interface Serving {
        void end();
    }
}
