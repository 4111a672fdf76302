package dev.hyperterse.cli.command;

import dev.hyperterse.cli.cache.UserCache;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.controlplane.Program;
import dev.hyperterse.controlplane.Programs;
import dev.hyperterse.controlplane.Provision;
import dev.hyperterse.playground.PlaygroundException;
import dev.hyperterse.playground.daemon.BackgroundPlayground;
import dev.hyperterse.playground.daemon.PlaygroundStatus;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code hyperterse playground}. */
record PlaygroundCommand(Terminal terminal) implements Subcommand {
    private static final String REPLICAS = "--operator-replicas";

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "playground",
                        "Run the whole product on this machine: a real Kubernetes API, the operator, and pods as processes.",
                        "hyperterse playground up",
                        "hyperterse playground status --output json",
                        "hyperterse playground down")
                .addSubcommand(
                        "up",
                        Specs.command(
                                        "up",
                                        "Start it in the background; returns when the operator is ready.",
                                        "hyperterse playground up --operator-replicas 2")
                                .addOption(Specs.option("how many operators to run (default: 1)", "N", REPLICAS))
                                .addOption(Specs.output("text", "json")))
                .addSubcommand(
                        "status",
                        Specs.command(
                                        "status",
                                        "Print its pods, the addresses of its Services and where the logs are.",
                                        "hyperterse playground status")
                                .addOption(Specs.output("text", "json")))
                .addSubcommand(
                        "down",
                        Specs.command(
                                "down",
                                "End it; only the programs that were built stay in the cache.",
                                "hyperterse playground down"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        if (!arguments.hasSubcommand()) {
            throw new CommandFailure(ExitCode.USAGE, "give a command: hyperterse playground up, status or down");
        }
        Logging.forPeople();
        var chosen = arguments.subcommand();
        try {
            return switch (chosen.commandSpec().name()) {
                case "up" -> up(chosen);
                case "status" -> status(chosen);
                default -> down();
            };
        } catch (PlaygroundException failed) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, failed.getMessage(), failed);
        }
    }

    private ExitCode up(ParseResult arguments) {
        var format = PrintFormat.of(arguments);
        var operators = Specs.number(arguments.matchedOptionValue(REPLICAS, "1"), 10, REPLICAS);
        var programs = programs();
        var status = background().up(operators, step -> terminal.err().println("playground: " + step));
        if (!status.state().equals(PlaygroundStatus.READY)) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "the playground did not start: " + status.problem() + " (log: " + status.log() + ")");
        }
        switch (format) {
            case JSON -> printJson(status);
            case TEXT ->
                terminal.out()
                        .print(PlaygroundText.afterStart(status, terminal.program(), programs, terminal.environment()));
        }
        return ExitCode.OK;
    }

    private ExitCode status(ParseResult arguments) {
        var status = background().status();
        switch (PrintFormat.of(arguments)) {
            case JSON -> printJson(status);
            case TEXT -> terminal.out().print(PlaygroundText.of(status));
        }
        return ExitCode.OK;
    }

    private ExitCode down() {
        terminal.out().println(background().down() ? "the playground is down" : "no playground was running");
        return ExitCode.OK;
    }

    /** Built in the foreground, so that the user sees the progress. */
    private Path programs() {
        return switch (new Programs(programsFolder(), terminal.err()).provide(Program.values())) {
            case Provision.Available(var directory) -> directory;
            case Provision.Unavailable(var reason) -> throw new CommandFailure(ExitCode.UNAVAILABLE, reason);
        };
    }

    private BackgroundPlayground background() {
        return new BackgroundPlayground(cache().resolve("playground"), programsFolder());
    }

    private Path programsFolder() {
        return cache().resolve("controlplane");
    }

    private Path cache() {
        return UserCache.folder(terminal.environment());
    }

    private void printJson(PlaygroundStatus status) {
        terminal.out().println(JsonMapper.shared().writeValueAsString(status));
    }
}
