package dev.hyperterse.cli.serve;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.served.CatalogDifference;
import dev.hyperterse.cli.served.DirectoryReport;
import dev.hyperterse.telemetry.logging.LogOutput;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line of the log for each change, and for each problem once. */
final class ServeLog implements DirectoryReport {
    private static final Logger LOG = LoggerFactory.getLogger(ServeLog.class);

    private List<Diagnostic> reported = List.of();
    private List<Diagnostic> refused = List.of();

    /** Of the first compilation. */
    synchronized void started(Compilation compilation) {
        reported = news(reported, compilation.diagnostics());
        keeps(compilation);
    }

    @Override
    public synchronized void reloaded(Compilation compilation, CatalogDifference difference, Duration took) {
        var line = difference.isEmpty() ? LOG.atDebug() : LOG.atInfo();
        line.addKeyValue("event", "reloaded")
                .addKeyValue("milliseconds", took.toMillis())
                .log(difference.isEmpty() ? "nothing has changed" : difference.describe());
        reported = news(reported, compilation.diagnostics());
        keeps(compilation);
    }

    @Override
    public synchronized void checked(List<Diagnostic> present, List<LeafIdentity> kept) {
        refused = news(refused, present);
        kept.forEach(leaf -> keeps(leaf.display()));
    }

    @Override
    public void broke(Throwable fault) {
        LOG.atError()
                .addKeyValue("event", "reload_failed")
                .setCause(fault)
                .log("a fault of hyperterse, please report it; the version before is still served");
    }

    @Override
    public void show(State state) {
        LogOutput.ofThisProcess().level(state.live().server().logLevel());
    }

    private static List<Diagnostic> news(List<Diagnostic> known, List<Diagnostic> present) {
        present.stream().filter(problem -> !known.contains(problem)).forEach(ServeLog::problem);
        if (present.isEmpty() && !known.isEmpty()) {
            LOG.atInfo().addKeyValue("event", "problems_fixed").log("all problems are fixed");
        }
        return present;
    }

    private static void problem(Diagnostic problem) {
        var line = problem.isError() ? LOG.atError() : LOG.atWarn();
        line.addKeyValue("event", "problem")
                .addKeyValue("place", problem.place().toString())
                .addKeyValue("rule", problem.rule());
        if (!problem.remedy().isEmpty()) {
            line.addKeyValue("remedy", problem.remedy());
        }
        line.log(problem.headline());
    }

    private static void keeps(Compilation compilation) {
        switch (compilation) {
            case Compilation.Compiled compiled -> compiled.kept().forEach(ServeLog::keeps);
            case Compilation.Nothing nothing ->
                LOG.atError().addKeyValue("event", "nothing_to_serve").log(nothing.explanation());
        }
    }

    private static void keeps(String definition) {
        LOG.atWarn().addKeyValue("event", "kept_last_good").log("still serves an earlier version of {}", definition);
    }
}
