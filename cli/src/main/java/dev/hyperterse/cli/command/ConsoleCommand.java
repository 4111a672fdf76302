package dev.hyperterse.cli.command;

import dev.hyperterse.cli.cluster.UnreadableCluster;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.command.status.StatusCommand;
import dev.hyperterse.cli.console.cluster.ClusterPage;
import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.cli.status.ObjectName;
import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse console}: the page of a server in a cluster. */
record ConsoleCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        var spec = Specs.command(
                        this,
                        "console",
                        "Serve the console of a server in a cluster on this machine, with your rights there.",
                        "hyperterse console server/shop -n shop",
                        "kubectl hyperterse console server/shop --port 9000")
                .addPositional(Specs.argument(0, "server/NAME", "server of the cluster"))
                .addOption(Specs.option("port of this machine (default: any that is free)", "PORT", "-p", "--port"));
        return StatusCommand.withOperatorNamespace(ClusterOptions.addNamespaceTo(spec));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        Logging.errorsForPeople();
        String text = arguments.matchedPositionalValue(0, "");
        var name = ObjectName.of(text)
                .filter(object -> object.kind() == ObservedKind.SERVER)
                .map(ObjectName::name)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE,
                        "a server of a cluster is written server/NAME, not '%s'; dev serves the console of a directory"
                                .formatted(text)));
        var port = DevCommand.port(arguments.matchedOptionValue("--port", "0"));
        var cluster = ClusterOptions.connect(arguments);
        var namespace = ClusterOptions.namespace(arguments).orElseGet(cluster::namespace);
        try (var page = ClusterPage.open(
                cluster,
                new ClusterPage.Settings(
                        namespace,
                        name,
                        StatusCommand.operatorNamespace(arguments),
                        port,
                        BuildVersion.read().version()))) {
            terminal.err().println("console of %s/%s: %s".formatted(namespace, name, page.url()));
            // Until a signal ends the process.
            new CountDownLatch(1).await();
            return ExitCode.OK;
        } catch (UnreadableCluster unreadable) {
            throw ClusterOptions.unavailable(unreadable);
        } catch (PortTaken taken) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "port " + taken.port() + " is in use; choose another with --port", taken);
        } catch (InterruptedException ended) {
            return ExitCode.OK;
        }
    }
}
