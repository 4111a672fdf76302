package dev.hyperterse.cli.command;

import dev.hyperterse.cli.cluster.ClusterCheck;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.PlatformOption;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.difference.DifferenceFormat;
import dev.hyperterse.cli.difference.DifferenceReport;
import dev.hyperterse.cli.difference.DirectoryDifference;
import dev.hyperterse.cli.difference.Impact;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.compiler.platform.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse diff}: what clients would notice of a change. */
record DiffCommand(Terminal terminal) implements Subcommand {
    private static final String BASE = "--base";
    private static final String BASE_PLATFORM = "--base-platform";
    private static final String FAIL_ON = "--fail-on";

    @Override
    public CommandSpec spec() {
        var spec = Specs.command(
                        this,
                        "diff",
                        "Print what a directory changes for clients: tools added, removed and changed, and which changes break calls.",
                        "hyperterse diff manifests --base ../main/manifests",
                        "hyperterse diff manifests --against-cluster",
                        "hyperterse diff manifests --base manifests --platform new.yaml --base-platform old.yaml",
                        "hyperterse diff manifests --base ../main/manifests --output github --fail-on breaking")
                .addPositional(Specs.directory())
                .addOption(Specs.option("directory with the manifests as they were", "DIR", BASE));
        return ClusterOptions.addTo(spec, "compare with what the cluster serves; it completes the directories")
                .addOption(PlatformOption.spec())
                .addOption(PlatformOption.spec(
                        BASE_PLATFORM, "the fragments as they were; without it those of --platform"))
                .addOption(Specs.option("end with 4 on changes: none (default), breaking, any", "WHICH", FAIL_ON))
                .addOption(Specs.output("text", "json", "github", "gitlab"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var format = format(Specs.given(arguments, "--output"));
        var failing = FailOn.of(arguments.matchedOptionValue(FAIL_ON, "none"));
        var base = Specs.given(arguments, BASE).map(Path::of);
        var directory = Path.of(arguments.matchedPositionalValue(0, "."));
        if (base.isEmpty() && !ClusterOptions.areGiven(arguments)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "diff compares with --base DIR, with --against-cluster, or with both; give one");
        }
        var platform = PlatformOption.read(arguments);
        var before = Specs.given(arguments, BASE_PLATFORM).isPresent()
                ? PlatformOption.read(arguments, BASE_PLATFORM)
                : platform;
        var snapshot = new SnapshotReader(directory).read().on(platform);
        var result = compare(snapshot, base.map(it -> read(it).on(before)), before, arguments);
        terminal.err().print(CallTarget.diagnostics(terminal).render(result.diagnostics()));
        terminal.out().print(format.render(result.report()));
        terminal.err().println(result.report().summary());
        if (result.diagnostics().stream().anyMatch(Diagnostic::isError)) {
            return ExitCode.PROBLEMS;
        }
        return failing.includes(result.report()) ? ExitCode.DIFFERENT : ExitCode.OK;
    }

    private static DirectoryDifference.Result compare(
            Snapshot snapshot, Optional<Snapshot> base, Optional<Platform> before, ParseResult arguments) {
        if (!ClusterOptions.areGiven(arguments)) {
            return DirectoryDifference.between(base.orElseThrow(), snapshot);
        }
        return ClusterOptions.ask(arguments, cluster -> ClusterCheck.difference(snapshot, base, before, cluster));
    }

    private static Snapshot read(Path base) {
        if (!Files.exists(base)) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, "--base " + base + ": directory not found");
        }
        return new SnapshotReader(base).read();
    }

    private DifferenceFormat format(Optional<String> wanted) {
        return switch (wanted.orElse(ValidateCommand.usualFormat(terminal))) {
            case "text" -> new DifferenceFormat.Text();
            case "json" -> new DifferenceFormat.Json();
            case "github" -> new DifferenceFormat.Annotations(OutputFormat.GITHUB);
            case "gitlab" -> new DifferenceFormat.Annotations(OutputFormat.GITLAB);
            default ->
                throw new CommandFailure(
                        ExitCode.USAGE, "--output is text, json, github or gitlab, not '" + wanted.orElse("") + "'");
        };
    }

    /** Which changes end the command with an exit code of their own. */
    private enum FailOn {
        NONE,
        BREAKING,
        ANY;

        static FailOn of(String word) {
            return switch (word) {
                case "none" -> NONE;
                case "breaking" -> BREAKING;
                case "any" -> ANY;
                default ->
                    throw new CommandFailure(ExitCode.USAGE, FAIL_ON + " is none, breaking or any, not '" + word + "'");
            };
        }

        boolean includes(DifferenceReport report) {
            return switch (this) {
                case NONE -> false;
                case BREAKING -> report.count(Impact.BREAKING) > 0;
                case ANY -> !report.isEmpty();
            };
        }
    }
}
