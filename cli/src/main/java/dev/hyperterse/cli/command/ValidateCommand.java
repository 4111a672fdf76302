package dev.hyperterse.cli.command;

import dev.hyperterse.cli.cluster.ClusterCheck;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.PlatformOption;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.connect.ConnectedCheck;
import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.cli.validation.CompilerDiagnostics;
import dev.hyperterse.cli.validation.Validation;
import dev.hyperterse.cli.validation.warning.AuthorRules;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse validate}. */
record ValidateCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        var spec = Specs.command(
                        this,
                        "validate",
                        "Print every problem of a directory with file and line, as the API server and the compiler see it.",
                        "hyperterse validate examples/quickstart",
                        "hyperterse validate manifests --output github",
                        "hyperterse validate manifests --connect",
                        "hyperterse validate manifests --against-cluster")
                .addPositional(Specs.directory())
                .addOption(Specs.flag(
                        "also have the databases check the statements, without executing them", "--connect"));
        spec.addOption(Specs.flag("fail on warnings too, and warn of what keeps models from a tool", "--strict"));
        spec.addOption(Specs.flag("also print what the tools cost in the context of a model", "--tokens"));
        spec.addOption(PlatformOption.spec());
        return ClusterOptions.addTo(spec, "also with the servers, tools and ConfigMaps that the cluster holds")
                .addOption(Specs.output("text", "json", "github", "gitlab"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        Logging.warningsForPeople();
        var format = format(Specs.given(arguments, "--output"));
        var directory = Path.of(arguments.matchedPositionalValue(0, "."));
        var snapshot = new SnapshotReader(directory).read().on(PlatformOption.read(arguments));
        var report = ClusterOptions.areGiven(arguments)
                ? ClusterOptions.ask(arguments, cluster -> ClusterCheck.validation(snapshot, cluster))
                : Validation.of(snapshot);
        if (arguments.hasMatchedOption("--strict")) {
            report = report.with(AuthorRules.of(snapshot, CompilerDiagnostics.servers(snapshot)));
        }
        if (arguments.hasMatchedOption("--connect")) {
            Logging.errorsForPeople();
            report = report.with(new ConnectedCheck(directory, snapshot.manifests()).diagnostics());
        }
        terminal.out().print(format.render(report.diagnostics()));
        if (arguments.hasMatchedOption("--tokens")) {
            CompilerDiagnostics.servers(snapshot).forEach(server -> new TokenTable(terminal).print(server));
        }
        terminal.err().println(report.summary());
        var failed = report.hasErrors() || arguments.hasMatchedOption("--strict") && report.hasWarnings();
        return failed ? ExitCode.PROBLEMS : ExitCode.OK;
    }

    /** In a workflow of GitHub annotations are what a text is elsewhere. */
    static String usualFormat(Terminal terminal) {
        return terminal.environment().getOrDefault("GITHUB_ACTIONS", "").equals("true") ? "github" : "text";
    }

    private OutputFormat format(Optional<String> wanted) {
        return switch (wanted.orElse(usualFormat(terminal))) {
            case "text" -> CallTarget.diagnostics(terminal);
            case "json" -> OutputFormat.JSON;
            case "github" -> OutputFormat.GITHUB;
            case "gitlab" -> OutputFormat.GITLAB;
            default ->
                throw new CommandFailure(
                        ExitCode.USAGE, "--output is text, json, github or gitlab, not '" + wanted.orElse("") + "'");
        };
    }
}
