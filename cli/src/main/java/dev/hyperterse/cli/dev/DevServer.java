package dev.hyperterse.cli.dev;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.cli.console.Console;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.check.CheckedStatements;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.observe.AdminServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The server of a directory, served from it and following it: compiles once to begin with and again whenever the
 * directory may have changed.
 */
public final class DevServer implements AutoCloseable {
    /** No other replicas to spread over, and the author is waiting. */
    private static final Handover AT_ONCE =
            new Handover(Duration.ZERO, Duration.ofMillis(250), Duration.ofSeconds(5), RandomGenerator.getDefault());

    private final Path directory;
    private final Project project;
    private final DevReport report;
    private final Observation observation = Observation.begin();
    private final Replica replica;
    private final Console console;
    private final AcceptedVersions accepted = new AcceptedVersions();
    /** The last catalog of the project; the live one may have earlier versions of what databases refuse. */
    private Catalog written;

    private Catalog live;
    private Compilation compilation;
    /** Statements that databases refuse, and the definitions that are served in an earlier version because of that. */
    private List<Diagnostic> refused = List.of();

    private List<LeafIdentity> kept = List.of();
    private Optional<DirectoryWatch> watch = Optional.empty();
    private Optional<LoopbackPort> port = Optional.empty();
    private Optional<AdminServer> admin = Optional.empty();

    private DevServer(DevSettings settings, Project project, Compilation.Compiled first, DevReport report) {
        this.directory = settings.directory();
        this.project = project;
        this.report = report;
        this.written = first.catalog();
        this.live = written;
        this.compilation = first;
        this.console = new Console(
                directory, Clock.systemDefaultZone(), written.revision().epoch());
        var seed = new SessionSeedFile(settings.cache(), directory, new SecureRandom()).read();
        var keys = new KeyRing(seed, InstantSource.system());
        var calls = settings.quiet() ? CallWatch.NONE : report.calls().and(console.calls());
        var replicaSettings =
                new ReplicaSettings(directory, directory, () -> keys, true, AT_ONCE, report.scriptOutput(), calls);
        this.replica = new Replica(live, replicaSettings, observation);
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
            case Compilation.Compiled compiled -> {
                var server = new DevServer(settings, project, compiled, report);
                var checks = server.replica.checks();
                checks.listen(server::checked);
                // Problems that were found before anything listened.
                server.checked(checks.results());
                yield new Start.Serving(server, compiled);
            }
        };
    }

    /** Lets clients connect; returns the port. */
    public int open(DevSettings settings) {
        var opened = LoopbackPort.open(replica, console, settings.port());
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
        watch = Optional.of(DirectoryWatch.start(directory, this::reload));
        // Neither the first reading nor the watch saw an edit that was saved between them.
        reload();
    }

    public Replica replica() {
        return replica;
    }

    private AdminServer administer(int wanted) {
        return PortTaken.unlessTaken(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted),
                free -> AdminServer.start(
                        free, observation.readiness(), observation.metrics(), observation.revision()));
    }

    private synchronized void reload() {
        long began = System.nanoTime();
        try {
            compilation = project.compile();
            var before = live;
            if (compilation instanceof Compilation.Compiled compiled && compiled.catalog() != written) {
                written = compiled.catalog();
                serve(accepted.served(written, replica.checks().results()));
            }
            report.reloaded(
                    compilation, CatalogDifference.between(before, live), Duration.ofNanos(System.nanoTime() - began));
            show();
            if (watch.filter(it -> it.follows(project.folders())).isPresent()) {
                // An edit of a file in one of them may have come after it was read.
                reload();
            }
        } catch (RuntimeException fault) {
            // The catalog of before is still served, and the next save may mend this one.
            report.broke(fault);
        }
    }

    private synchronized void checked(CheckedStatements results) {
        accepted.remember(written, results);
        var wanted = accepted.served(written, results);
        if (!wanted.leaves().equals(live.leaves())) {
            serve(wanted);
        }
        refused = project.refused(results.refused());
        kept = wanted.kept();
        report.checked(refused, kept);
        show();
    }

    private void show() {
        console.show(project, compilation, live, new Console.Refused(refused, kept));
    }

    private void serve(AcceptedVersions.Served wanted) {
        // Counted here, because one catalog of the project can be served with several results of its databases.
        var before = live.revision();
        var revision = Revision.counted(before.epoch(), before.sequence() + 1);
        var next = new Catalog(revision, written.server(), wanted.leaves(), written.values());
        replica.swapAndCheck(next, written.leaves());
        live = next;
    }

    /** Lets running calls finish, then ends everything. */
    @Override
    public void close() {
        watch.ifPresent(DirectoryWatch::close);
        console.close();
        port.ifPresent(LoopbackPort::close);
        replica.close();
        admin.ifPresent(AdminServer::close);
    }
}
