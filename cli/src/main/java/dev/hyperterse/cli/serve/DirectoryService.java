package dev.hyperterse.cli.serve;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.cli.served.ServedDirectory;
import dev.hyperterse.cli.served.SessionSeedFile;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.PublicPort;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.observe.AdminServer;
import dev.hyperterse.runtime.tls.ServerCertificate;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory as a service: its admin port, its replica and its port for clients, opened in this order, and closed in the
 * reverse one.
 */
public final class DirectoryService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryService.class);
    /** Certificates are renewed days before they end. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final ServedDirectory served;
    private final Optional<ServerCertificate> certificate;
    private final Optional<PeriodicWorker> renewal;
    private final AdminServer admin;
    private final PublicPort port;

    private DirectoryService(
            ServedDirectory served, Optional<ServerCertificate> certificate, AdminServer admin, PublicPort port) {
        this.served = served;
        this.certificate = certificate;
        this.renewal = certificate.map(it -> PeriodicWorker.start("certificate", BETWEEN_LOOKS, it::renew));
        this.admin = admin;
        this.port = port;
    }

    /** How a start ended. */
    public sealed interface Start {
        record Serving(DirectoryService service) implements Start {}

        /** The manifests hold nothing that can be served. */
        record NothingToServe(String explanation) implements Start {}

        record NoCertificate(String reason) implements Start {}
    }

    /**
     * @param audit where records of calls are written
     * @throws PortTaken when another process listens on one of the addresses
     */
    public static Start start(ServeSettings settings, String epoch, OutputStream audit) {
        if (settings.certificate().isEmpty()) {
            return start(settings, epoch, audit, Optional.empty());
        }
        return switch (ServerCertificate.read(settings.certificate().get())) {
            case ServerCertificate.Reading.Usable(var certificate) ->
                start(settings, epoch, audit, Optional.of(certificate));
            case ServerCertificate.Reading.Unusable(var reason) -> new Start.NoCertificate(reason);
        };
    }

    private static Start start(
            ServeSettings settings, String epoch, OutputStream audit, Optional<ServerCertificate> certificate) {
        // Looked at first: what cannot listen needs no compilation.
        PortTaken.unlessTaken(settings.listen(), free -> free);
        var observation = Observation.begin(audit);
        var admin = PortTaken.unlessTaken(
                settings.admin(),
                free -> AdminServer.start(
                        free, observation.readiness(), observation.metrics(), observation.revision()));
        try {
            var project = new Project(settings.directory(), settings.choice(), epoch);
            var log = new ServeLog();
            var compilation = project.compile();
            log.started(compilation);
            return switch (compilation) {
                case Compilation.Nothing nothing -> {
                    admin.close();
                    yield new Start.NothingToServe(nothing.explanation());
                }
                case Compilation.Compiled compiled ->
                    new Start.Serving(open(settings, certificate, admin, observation, project, compiled, log));
            };
        } catch (RuntimeException | Error failed) {
            admin.close();
            throw failed;
        }
    }

    private static DirectoryService open(
            ServeSettings settings,
            Optional<ServerCertificate> certificate,
            AdminServer admin,
            Observation observation,
            Project project,
            Compilation.Compiled compiled,
            ServeLog log) {
        var directory = settings.directory();
        var seed = new SessionSeedFile(settings.state(), directory, new SecureRandom()).read();
        var keys = new KeyRing(seed, InstantSource.system());
        var replicaSettings = new ReplicaSettings(directory, directory, () -> keys, false, Handover.standard())
                .encrypted(certificate.isPresent());
        var served = ServedDirectory.start(directory, project, compiled, replicaSettings, observation, log);
        try {
            var port = PortTaken.unlessTaken(
                    settings.listen(), free -> PublicPort.open(served.replica(), free, certificate));
            if (settings.watch()) {
                served.follow();
            }
            LOG.atInfo()
                    .addKeyValue("event", "ready")
                    .addKeyValue("port", port.port())
                    .addKeyValue("adminPort", admin.port())
                    .addKeyValue("tls", certificate.isPresent())
                    .log("serves {}", directory);
            return new DirectoryService(served, certificate, admin, port);
        } catch (RuntimeException | Error failed) {
            served.close();
            throw failed;
        }
    }

    /** Reads the directory and the certificate again. */
    public void reload() {
        LOG.atInfo().addKeyValue("event", "reload_requested").log("reads the directory again");
        certificate.ifPresent(ServerCertificate::renew);
        served.reload();
    }

    /** Lets running calls finish, then ends everything. */
    @Override
    public void close() {
        LOG.atInfo().addKeyValue("event", "draining").log("lets running calls finish");
        renewal.ifPresent(PeriodicWorker::close);
        served.unfollow();
        port.close();
        served.close();
        admin.close();
        LOG.atInfo().addKeyValue("event", "ended").log("ended");
    }
}
