package dev.hyperterse.cli.command.status;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.print.Table;
import dev.hyperterse.cli.print.Yaml;
import dev.hyperterse.cli.report.Page;
import dev.hyperterse.cli.report.ReportFile;
import dev.hyperterse.cli.status.Diagnosis;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse report}: an archive for a bug report, without secrets. */
public record ReportCommand(Terminal terminal) implements Subcommand {
    private static final String ALL = "--all-namespaces";
    private static final String TO = "--to";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    @Override
    public CommandSpec spec() {
        var spec = Specs.command(
                        this,
                        "report",
                        "Write an archive for a bug report: objects, statuses, events and logs of a cluster, without"
                                + " secrets.",
                        "hyperterse report -n shop",
                        "hyperterse report --all-namespaces --to shop.zip")
                .addOption(Specs.flag("of all namespaces", "-A", ALL))
                .addOption(Specs.option("the file to write (default: hyperterse-report-TIME.zip)", "FILE", TO));
        return StatusCommand.withOperatorNamespace(ClusterOptions.addNamespaceTo(spec));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var all = arguments.hasMatchedOption(ALL);
        if (all && ClusterOptions.namespace(arguments).isPresent()) {
            throw new CommandFailure(ExitCode.USAGE, ALL + " is given without a namespace");
        }
        var now = Clock.systemUTC().instant();
        var file = Path.of(arguments.matchedOptionValue(TO, "hyperterse-report-" + TIME.format(now) + ".zip"));
        var operator = StatusCommand.operatorNamespace(arguments);
        var pages = ClusterOptions.ask(arguments, cluster -> {
            var namespace = all
                    ? Optional.<String>empty()
                    : Optional.of(ClusterOptions.namespace(arguments).orElseGet(cluster::namespace));
            var written = new ArrayList<Page>();
            written.add(new Page("version.txt", BuildVersion.read().display() + "\n"));
            cluster.observe(
                    namespace,
                    operator,
                    (state, lookup) -> written.add(new Page(
                            "status.yaml",
                            Yaml.of(ExactJson.mapper()
                                    .valueToTree(Diagnosis.of(
                                            state,
                                            lookup,
                                            Optional.empty(),
                                            BuildVersion.read().version(),
                                            now))))));
            written.addAll(cluster.evidence(namespace, operator));
            return written;
        });
        ReportFile.write(file, pages);
        print(file, pages);
        return ExitCode.OK;
    }

    private void print(Path file, List<Page> pages) {
        var rows = Stream.concat(
                        Stream.of(List.of("FILE", "BYTES")),
                        pages.stream().map(page -> List.of(page.name(), Integer.toString(page.bytes().length))))
                .toList();
        terminal.out().print(Table.of(rows));
        terminal.err()
                .println("hyperterse: wrote " + file + ", " + Counted.of(pages.size(), "file")
                        + ". Secrets, values and records of calls are left out; names, statements and log lines are not:"
                        + " read it before you send it.");
    }
}
