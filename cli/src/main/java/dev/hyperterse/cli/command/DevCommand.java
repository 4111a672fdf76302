package dev.hyperterse.cli.command;

import dev.hyperterse.cli.cache.UserCache;
import dev.hyperterse.cli.command.option.PlatformOption;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.dev.DevReport;
import dev.hyperterse.cli.dev.DevServer;
import dev.hyperterse.cli.dev.DevSettings;
import dev.hyperterse.cli.dev.LoopbackPort;
import dev.hyperterse.cli.dev.StdioEndpoint;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.telemetry.logging.LogOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse dev}. */
record DevCommand(Terminal terminal) implements Subcommand {
    private static final String DEFAULT_PORT = "8080";

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "dev",
                        "Serve a directory of manifests on this machine, and follow every save.",
                        "hyperterse dev examples/quickstart",
                        "hyperterse dev manifests --server gateways/shop --port 9000",
                        "hyperterse dev manifests --stdio   # for desktop clients that start their servers")
                .addPositional(Specs.directory())
                .addOption(Specs.option(
                        "port to serve on (default: PORT of the environment, or 8080)", "PORT", "-p", "--port"))
                .addOption(Specs.option("serve health and metrics on this port as well", "PORT", "--admin-port"))
                .addOption(Specs.server())
                .addOption(PlatformOption.spec())
                .addOption(Specs.flag("print no line for each call", "-q", "--quiet"))
                .addOption(Specs.flag("speak MCP over standard input and output", "--stdio"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        Logging.forPeople();
        var settings = settings(arguments);
        if (!arguments.hasMatchedOption("--stdio")) {
            requireFreePorts(settings);
        }
        var report = new DevReport(terminal.err(), CallTarget.diagnostics(terminal), Clock.systemDefaultZone());
        var epoch = UUID.randomUUID().toString().substring(0, 8);
        var project = new Project(settings.directory(), settings.choice(), epoch, PlatformOption.read(arguments));
        var start = DevServer.start(settings, project, report);
        return switch (start) {
            case DevServer.Start.Impossible(var nothing) -> {
                terminal.err().print(CallTarget.diagnostics(terminal).render(nothing.diagnostics()));
                throw new CommandFailure(ExitCode.PROBLEMS, nothing.explanation());
            }
            case DevServer.Start.Serving(var server, var compilation) -> {
                report.started(compilation);
                LogOutput.ofThisProcess().level(compilation.catalog().server().logLevel());
                yield arguments.hasMatchedOption("--stdio") ? serveStdio(server) : serve(server, settings, compilation);
            }
        };
    }

    private static void requireFreePorts(DevSettings settings) {
        try {
            LoopbackPort.requireFree(settings.port());
            settings.adminPort().ifPresent(LoopbackPort::requireFree);
        } catch (PortTaken taken) {
            throw inUse(taken, settings);
        }
    }

    private static CommandFailure inUse(PortTaken taken, DevSettings settings) {
        return new CommandFailure(
                ExitCode.UNAVAILABLE,
                "port " + taken.port() + " is in use; choose another with " + choiceOf(taken.port(), settings),
                taken);
    }

    private ExitCode serve(DevServer server, DevSettings settings, Compilation.Compiled compilation) {
        try {
            var port = server.open(settings);
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("drain").unstarted(server::close));
            new DevAnnouncement(terminal, settings.directory()).print(compilation.catalog(), port, server.adminPort());
            server.follow();
            // Until a signal ends the process.
            new CountDownLatch(1).await();
            return ExitCode.OK;
        } catch (PortTaken taken) {
            server.close();
            throw inUse(taken, settings);
        } catch (UncheckedIOException refused) {
            server.close();
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    refused.getMessage() + ": " + refused.getCause().getMessage(),
                    refused);
        } catch (InterruptedException ended) {
            server.close();
            return ExitCode.OK;
        }
    }

    private static String choiceOf(int port, DevSettings settings) {
        return settings.adminPort().equals(OptionalInt.of(port))
                ? "--admin-port"
                : "--port, or PORT of the environment";
    }

    private ExitCode serveStdio(DevServer server) {
        try (server) {
            server.follow();
            new StdioEndpoint(server.replica(), terminal.out()).serve(terminal.in());
            return ExitCode.OK;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private DevSettings settings(ParseResult arguments) {
        var environment = terminal.environment();
        String wanted = arguments.matchedOptionValue("--port", environment.getOrDefault("PORT", DEFAULT_PORT));
        return new DevSettings(
                Specs.directory(arguments),
                Specs.server(arguments),
                port(wanted),
                Specs.given(arguments, "--admin-port")
                        .map(DevCommand::port)
                        .map(OptionalInt::of)
                        .orElseGet(OptionalInt::empty),
                arguments.hasMatchedOption("--quiet"),
                UserCache.folder(environment),
                terminal.programWords());
    }

    static int port(String text) {
        return Specs.number(text, 65_535, "a port");
    }
}
