package dev.hyperterse.cli.served;

import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import java.time.Duration;
import java.util.List;

/** Is told what became of a served directory. Its methods are never called at once. */
public interface DirectoryReport {
    /** The directory was read again. */
    void reloaded(Compilation compilation, CatalogDifference difference, Duration took);

    /**
     * Databases have looked at the statements.
     *
     * @param refused what they say
     * @param kept the refused definitions of which an earlier version is served
     */
    void checked(List<Diagnostic> refused, List<LeafIdentity> kept);

    /** A reload failed by a fault of this program; the version before is still served. */
    void broke(Throwable fault);

    /** The state after each of these, a failed reload excepted. */
    default void show(State state) {}

    /**
     * What is served, and what is wrong.
     *
     * @param live the served catalog
     * @param adapters those that serve it
     */
    record State(
            Project project,
            Compilation compilation,
            Catalog live,
            List<Diagnostic> refused,
            List<LeafIdentity> kept,
            Adapters adapters) {}
}
