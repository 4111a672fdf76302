package dev.hyperterse.cli.served;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.check.CheckedStatements;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The server of a directory: what was compiled of it is live in a replica, and whenever the directory may have changed,
 * it is compiled again.
 */
public final class ServedDirectory implements AutoCloseable {
    private final Path directory;
    private final Project project;
    private final DirectoryReport report;
    private final Replica replica;
    private final AcceptedVersions accepted = new AcceptedVersions();
    /** The last catalog of the project; the live one may have earlier versions of what databases refuse. */
    private Catalog written;

    private Catalog live;
    private Compilation compilation;
    /** Statements that databases refuse, and the definitions that are served in an earlier version because of that. */
    private List<Diagnostic> refused = List.of();

    private List<LeafIdentity> kept = List.of();
    private Optional<DirectoryWatch> watch = Optional.empty();

    private ServedDirectory(
            Path directory,
            Project project,
            Compilation.Compiled first,
            ReplicaSettings settings,
            Observation observation,
            DirectoryReport report) {
        this.directory = directory;
        this.project = project;
        this.report = report;
        this.written = first.catalog();
        this.live = written;
        this.compilation = first;
        this.replica = new Replica(live, settings, observation);
    }

    /** Makes the first compilation of a project live; no client can connect yet. */
    public static ServedDirectory start(
            Path directory,
            Project project,
            Compilation.Compiled first,
            ReplicaSettings settings,
            Observation observation,
            DirectoryReport report) {
        var served = new ServedDirectory(directory, project, first, settings, observation, report);
        var checks = served.replica.checks();
        checks.listen(served::checked);
        // Problems that were found before anything listened.
        served.checked(checks.results());
        return served;
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

    /** Reads the directory again, and makes what has changed live. */
    public synchronized void reload() {
        long began = System.nanoTime();
        try {
            compilation = project.compile();
            var before = live;
            if (compilation instanceof Compilation.Compiled compiled && compiled.catalog() != written) {
                become(compiled.catalog());
            }
            report.reloaded(
                    compilation, CatalogDifference.between(before, live), Duration.ofNanos(System.nanoTime() - began));
            show();
            if (watch.filter(it -> it.follows(project.folders())).isPresent()) {
                // An edit of a file in one of them may have come after it was read.
                reload();
            }
        } catch (RuntimeException | Error fault) {
            // The catalog of before is still served, and the next save may mend this one. The watch has one thread.
            report.broke(fault);
        }
    }

    /** A catalog that could not be made live is tried again by the next reload. */
    private void become(Catalog next) {
        var former = written;
        written = next;
        try {
            serve(accepted.served(written, replica.checks().results()));
        } catch (RuntimeException | Error failed) {
            written = former;
            throw failed;
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
        report.show(new DirectoryReport.State(project, compilation, live, refused, kept, replica.adapters()));
    }

    private void serve(AcceptedVersions.Served wanted) {
        // Counted here, because one catalog of the project can be served with several results of its databases.
        var before = live.revision();
        var revision = Revision.counted(before.epoch(), before.sequence() + 1);
        var next = new Catalog(revision, written.server(), wanted.leaves(), written.values());
        replica.swapAndCheck(next, written.leaves());
        live = next;
    }

    /** Ends the watch; what was read last is still served. */
    public void unfollow() {
        watch.ifPresent(DirectoryWatch::close);
    }

    /** Ends the replica, whose ports are closed. */
    @Override
    public void close() {
        unfollow();
        replica.close();
    }
}
