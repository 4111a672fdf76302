package dev.hyperterse.cli.command.watch;

import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse watch}: a line for each change that a server announces. */
public record WatchCommand(Terminal terminal) implements Subcommand {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Override
    public CommandSpec spec() {
        var spec = Specs.command(
                        this,
                        "watch",
                        "Print a line for each change that a running server announces, until Control-C.",
                        "hyperterse watch http://localhost:8080/mcp",
                        "hyperterse watch http://localhost:8080/mcp --resource shop://opening-hours",
                        "hyperterse watch server/shop -n shop --output json")
                .addPositional(Specs.argument(0, "URL|server/NAME", "URL of a server, or a server of a cluster"))
                .addOption(Specs.list("resource whose changes are printed too; may be repeated", "URI", "--resource"))
                .addOption(Specs.headers())
                .addOption(Specs.output("text", "json"));
        return ClusterOptions.addNamespaceTo(spec);
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var format = PrintFormat.of(arguments);
        Logging.errorsForPeople();
        var target = CallTarget.of(arguments);
        try (var server = WatchedServer.of(target)) {
            new Watch(
                            server,
                            WatchedServer.headers(target),
                            arguments.matchedOptionValue("--resource", List.of()),
                            format,
                            terminal,
                            Clock.systemDefaultZone(),
                            PAUSE)
                    .run();
            return ExitCode.OK;
        } catch (InterruptedException ended) {
            return ExitCode.OK;
        }
    }
}
