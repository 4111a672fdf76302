package dev.hyperterse.cli.dev;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.console.Console;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.served.CatalogDifference;
import dev.hyperterse.cli.served.DirectoryReport;
import java.time.Duration;
import java.util.List;

/** A report on the terminal whose state the console shows as well. */
record ShownReport(DevReport terminal, Console console) implements DirectoryReport {
    @Override
    public void reloaded(Compilation compilation, CatalogDifference difference, Duration took) {
        terminal.reloaded(compilation, difference, took);
    }

    @Override
    public void checked(List<Diagnostic> refused, List<LeafIdentity> kept) {
        terminal.checked(refused, kept);
    }

    @Override
    public void broke(Throwable fault) {
        terminal.broke(fault);
    }

    @Override
    public void show(State state) {
        console.show(state);
    }
}
