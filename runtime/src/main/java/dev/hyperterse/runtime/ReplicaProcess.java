package dev.hyperterse.runtime;

import dev.hyperterse.runtime.mcp.session.KeyRing;
import dev.hyperterse.runtime.mcp.session.SealingKey;
import dev.hyperterse.runtime.observe.AdminServer;
import dev.hyperterse.runtime.pipeline.Handover;
import dev.hyperterse.runtime.source.RenderedCatalog;
import dev.hyperterse.telemetry.logging.LogOutput;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process of a replica: admin port first, then the catalog, then clients; on SIGTERM the other way round. */
public final class ReplicaProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaProcess.class);

    private ReplicaProcess() {}

    public static void main(String[] arguments) {
        try {
            start(ProcessSettings.of(System.getenv()));
        } catch (RuntimeException failed) {
            LOG.atError().addKeyValue("event", "start_failed").setCause(failed).log("cannot start");
            System.exit(1);
        }
    }

    private static void start(ProcessSettings settings) {
        var observation = Observation.begin();
        var admin = AdminServer.start(
                FreeAddress.require(new InetSocketAddress(settings.address(), settings.adminPort())),
                observation.readiness(),
                observation.metrics(),
                observation.revision());
        var catalog = new RenderedCatalog(settings.catalog()).read();
        LogOutput.ofThisProcess().level(catalog.server().logLevel());
        var keys = KeyRing.of(SealingKey.random(new SecureRandom()));
        var replica = new Replica(
                catalog,
                new ReplicaSettings(settings.dataDirectory(), () -> keys, false, Handover.standard()),
                observation);
        var port = PublicPort.open(replica, new InetSocketAddress(settings.address(), settings.port()));
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("drain").unstarted(() -> {
            port.close();
            replica.close();
            admin.close();
        }));
        LOG.atInfo()
                .addKeyValue("event", "ready")
                .addKeyValue("server", catalog.server().identity().display())
                .addKeyValue("revision", catalog.revision().position())
                .addKeyValue("port", port.port())
                .addKeyValue("adminPort", admin.port())
                .log("serves");
    }

    /** What the environment says; every name begins with HYPERTERSE_. */
    record ProcessSettings(String address, int port, int adminPort, Path catalog, Path dataDirectory) {
        static ProcessSettings of(java.util.Map<String, String> environment) {
            var catalog = environment.get("HYPERTERSE_CATALOG");
            if (catalog == null) {
                throw new IllegalArgumentException("HYPERTERSE_CATALOG names no folder to serve a catalog from");
            }
            return new ProcessSettings(
                    environment.getOrDefault("HYPERTERSE_ADDRESS", "0.0.0.0"),
                    Integer.parseInt(environment.getOrDefault("HYPERTERSE_PORT", "8080")),
                    Integer.parseInt(environment.getOrDefault("HYPERTERSE_ADMIN_PORT", "9090")),
                    Path.of(catalog),
                    Path.of(environment.getOrDefault("HYPERTERSE_DATA", "data")));
        }
    }
}
