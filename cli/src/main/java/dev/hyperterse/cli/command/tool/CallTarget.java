package dev.hyperterse.cli.command.tool;

import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ConnectionFailure;
import dev.hyperterse.cli.client.LocalConnection;
import dev.hyperterse.cli.client.McpAddress;
import dev.hyperterse.cli.client.RemoteConnection;
import dev.hyperterse.cli.client.Route;
import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.cluster.ForwardedRoute;
import dev.hyperterse.cli.cluster.UnreadableCluster;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.HeaderOptions;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.dev.ScriptLines;
import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.cli.status.ObjectName;
import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.runtime.Observation;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.ReplicaSettings;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.ParseResult;

/** The target of {@code call} and {@code search}: a directory, or a running server, at a URL or in a cluster. */
public sealed interface CallTarget {
    record Directory(Path path, ServerChoice choice) implements CallTarget {}

    record Url(URI uri, Map<String, String> headers) implements CallTarget {}

    /**
     * A server of a cluster.
     *
     * @param cluster how to reach it
     * @param namespace empty for that of the context
     */
    record ClusterServer(
            Supplier<Cluster> cluster, Optional<String> namespace, String name, Map<String, String> headers)
            implements CallTarget {}

    /** The target that the arguments name. A path that exists is one, unless an option names a cluster. */
    static CallTarget of(ParseResult arguments) {
        String text = arguments.matchedPositionalValue(0, "");
        var headers = HeaderOptions.of(arguments);
        var object = ObjectName.of(text).filter(it -> it.kind() == ObservedKind.SERVER);
        var meansCluster = ClusterOptions.meanACluster(arguments);
        if (object.isPresent() && (meansCluster || !Files.exists(Path.of(text)))) {
            return new ClusterServer(
                    () -> ClusterOptions.connect(arguments),
                    ClusterOptions.namespace(arguments),
                    object.get().name(),
                    headers);
        }
        if (meansCluster) {
            throw new CommandFailure(
                    ExitCode.USAGE, "a server of a cluster is written server/NAME, not '" + text + "'");
        }
        return of(text, Specs.server(arguments).wanted(), headers);
    }

    static CallTarget of(String text, Optional<String> server, Map<String, String> headers) {
        var path = Path.of(text);
        try {
            return Files.exists(path)
                    ? new Directory(path, new ServerChoice(server))
                    : McpAddress.of(text)
                            .<CallTarget>map(uri -> new Url(uri, headers))
                            .orElseGet(() -> new Directory(path, new ServerChoice(server)));
        } catch (IllegalArgumentException malformed) {
            throw new CommandFailure(ExitCode.USAGE, "not a URL: " + malformed.getMessage());
        }
    }

    /** Connects, or ends the command with the reason why it cannot. */
    default Connection connect(Terminal terminal, Answers answers) {
        return switch (this) {
            case Directory(var path, var choice) -> {
                var project = new Project(path, choice, "call");
                yield new LocalConnection(
                        replica(terminal, path, project),
                        answers,
                        BuildVersion.read().version(),
                        project.tools());
            }
            case Url(var uri, var headers) -> remote(() -> new Route.Direct(uri), headers, answers);
            case ClusterServer(var cluster, var namespace, var name, var headers) ->
                remote(() -> ForwardedRoute.open(cluster.get(), namespace, name), headers, answers);
        };
    }

    private static Connection remote(Supplier<Route> route, Map<String, String> headers, Answers answers) {
        try {
            return RemoteConnection.open(
                    route.get(), headers, BuildVersion.read().version(), answers);
        } catch (UnreadableCluster | ConnectionFailure failure) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, failure.getMessage(), failure);
        }
    }

    /** A replica that no other process can reach. */
    private static Replica replica(Terminal terminal, Path path, Project project) {
        var keys = KeyRing.random();
        return new Replica(
                catalog(terminal, project),
                new ReplicaSettings(
                        path,
                        path,
                        () -> keys,
                        true,
                        Handover.standard(),
                        new ScriptLines(terminal.err(), Clock.systemDefaultZone()),
                        CallWatch.NONE),
                Observation.begin());
    }

    /** The catalog that a replica of the directory would serve; prints what is wrong with the rest. */
    static Catalog catalog(Terminal terminal, Path path, ServerChoice choice) {
        return catalog(terminal, new Project(path, choice, "call"));
    }

    private static Catalog catalog(Terminal terminal, Project project) {
        return switch (project.compile()) {
            case Compilation.Nothing nothing -> {
                terminal.err().print(diagnostics(terminal).render(nothing.diagnostics()));
                throw new CommandFailure(ExitCode.PROBLEMS, nothing.explanation());
            }
            case Compilation.Compiled compiled -> {
                terminal.err().print(diagnostics(terminal).render(compiled.diagnostics()));
                yield compiled.catalog();
            }
        };
    }

    /** How problems are shown to a person. */
    static OutputFormat diagnostics(Terminal terminal) {
        return OutputFormat.Text.onTerminal(terminal.interactive(), terminal.environment());
    }
}
