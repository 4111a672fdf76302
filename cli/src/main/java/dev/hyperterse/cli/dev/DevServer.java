package dev.hyperterse.cli.dev;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.cli.console.Console;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.cli.served.ServedDirectory;
import dev.hyperterse.cli.served.SessionSeedFile;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.observe.AdminServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A directory that is served on this machine, with a console beside it. */
public final class DevServer implements AutoCloseable {
    /** No other replicas to spread over, and the author is waiting. */
    private static final Handover AT_ONCE =
            new Handover(Duration.ZERO, Duration.ofMillis(250), Duration.ofSeconds(5), RandomGenerator.getDefault());

    private final Observation observation = Observation.begin();
    private final Console console;
    private final ServedDirectory served;
    private Optional<LoopbackPort> port = Optional.empty();
    private Optional<AdminServer> admin = Optional.empty();

    private DevServer(DevSettings settings, Project project, Compilation.Compiled first, DevReport report) {
        var directory = settings.directory();
        this.console = new Console(
                directory,
                settings.program(),
                Clock.systemDefaultZone(),
                first.catalog().revision().epoch(),
                observation.revision());
        var seed = new SessionSeedFile(settings.cache(), directory, new SecureRandom()).read();
        var keys = new KeyRing(seed, InstantSource.system());
        var calls = settings.quiet() ? CallWatch.NONE : report.calls().and(console.calls());
        var replicaSettings =
                new ReplicaSettings(directory, directory, () -> keys, true, AT_ONCE, report.scriptOutput(), calls);
        this.served = ServedDirectory.start(
                directory, project, first, replicaSettings, observation, new ShownReport(report, console));
    }

    /** How a start ended. */
    public sealed interface Start {
        record Serving(DevServer server, Compilation.Compiled compilation) implements Start {}

        /** There is nothing to serve yet. */
        record Impossible(Compilation.Nothing compilation) implements Start {}
    }

    /** Compiles and makes the result live; no client can connect yet. */
    public static Start start(DevSettings settings, Project project, DevReport report) {
        return switch (project.compile()) {
            case Compilation.Nothing nothing -> new Start.Impossible(nothing);
            case Compilation.Compiled compiled ->
                new Start.Serving(new DevServer(settings, project, compiled, report), compiled);
        };
    }

    /** Lets clients connect; returns the port. */
    public int open(DevSettings settings) {
        var opened = LoopbackPort.open(served.replica(), console, settings.port());
        port = Optional.of(opened);
        settings.adminPort().ifPresent(wanted -> admin = Optional.of(administer(wanted)));
        return opened.number();
    }

    /** The port that {@link #open} opened for administration, if one was wanted. */
    public Optional<Integer> adminPort() {
        return admin.map(AdminServer::port);
    }

    /** Follows the directory from now on. */
    public void follow() {
        served.follow();
    }

    public Replica replica() {
        return served.replica();
    }

    private AdminServer administer(int wanted) {
        return PortTaken.unlessTaken(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted),
                free -> AdminServer.start(
                        free, observation.readiness(), observation.metrics(), observation.revision()));
    }

    /** Lets running calls finish, then ends everything. */
    @Override
    public void close() {
        served.unfollow();
        console.close();
        port.ifPresent(LoopbackPort::close);
        served.close();
        admin.ifPresent(AdminServer::close);
    }
}
