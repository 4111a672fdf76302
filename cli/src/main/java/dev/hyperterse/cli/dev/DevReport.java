package dev.hyperterse.cli.dev;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.served.CatalogDifference;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.scripts.author.ScriptOutput;
import dev.hyperterse.telemetry.logging.TimeOfDay;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Reports each reload that changed something, each problem once, and that it is fixed. */
public final class DevReport {
    private final PrintStream out;
    private final OutputFormat format;
    private final Clock clock;
    private List<Diagnostic> reported = List.of();
    private List<Diagnostic> refused = List.of();
    private String explained = "";

    public DevReport(PrintStream out, OutputFormat format, Clock clock) {
        this.out = out;
        this.format = format;
        this.clock = clock;
    }

    /** Lines that scripts print, between those of this report. */
    ScriptOutput scriptOutput() {
        return new ScriptLines(out, clock);
    }

    /** A line for each call, between those of this report. */
    CallWatch calls() {
        return new CallLines(out, clock);
    }

    /** Of the first compilation. */
    public synchronized void started(Compilation compilation) {
        problems(compilation);
        out.flush();
    }

    synchronized void reloaded(Compilation compilation, CatalogDifference difference, Duration took) {
        if (!difference.isEmpty()) {
            say("reloaded in " + took.toMillis() + " ms: " + difference.describe());
        }
        problems(compilation);
        out.flush();
    }

    /**
     * What databases say of the statements.
     *
     * @param kept the refused definitions of which an earlier version is served
     */
    synchronized void checked(List<Diagnostic> present, List<LeafIdentity> kept) {
        if (!present.equals(refused)) {
            if (present.isEmpty()) {
                say("every statement is accepted by its database");
            } else {
                out.print(format.render(present));
                if (!kept.isEmpty()) {
                    say("still serving the version that the database accepted of "
                            + kept.stream().map(LeafIdentity::display).collect(Collectors.joining(", ")));
                }
            }
            refused = present;
            out.flush();
        }
    }

    synchronized void broke(Throwable fault) {
        say("this reload failed with an internal error of hyperterse, please report it;"
                + " the version before is still served");
        fault.printStackTrace(out);
        out.flush();
    }

    private void problems(Compilation compilation) {
        var present = compilation.diagnostics();
        var explanation = explanation(compilation);
        var hadSome = !reported.isEmpty() || !explained.isEmpty();
        if (present.isEmpty() && explanation.isEmpty() && hadSome) {
            say("all problems are fixed");
        } else if (!present.equals(reported)) {
            out.print(format.render(present));
        }
        if (!explanation.isEmpty() && (!explanation.equals(explained) || !present.equals(reported))) {
            say(explanation);
        }
        reported = present;
        explained = explanation;
    }

    private static String explanation(Compilation compilation) {
        return switch (compilation) {
            case Compilation.Compiled compiled ->
                compiled.kept().isEmpty()
                        ? ""
                        : "still serving the last good version of " + String.join(", ", compiled.kept());
            case Compilation.Nothing nothing -> "still serving the last good version: " + nothing.explanation();
        };
    }

    private void say(String message) {
        out.println(TimeOfDay.of(clock) + "  " + message);
    }
}
