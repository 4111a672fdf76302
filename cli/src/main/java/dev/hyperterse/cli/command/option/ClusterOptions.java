package dev.hyperterse.cli.command.option;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.cluster.UnreadableCluster;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options of commands that ask a cluster. */
public final class ClusterOptions {
    private static final String AGAINST = "--against-cluster";
    private static final String NAMESPACE = "--namespace";
    private static final String KUBECONFIG = "--kubeconfig";
    private static final String CONTEXT = "--context";

    private ClusterOptions() {}

    public static CommandSpec addTo(CommandSpec spec, String description) {
        return addTo(spec.addOption(Specs.flag(description, AGAINST)));
    }

    /** Where the cluster is, for a command that has no directory, or for a target in the cluster. */
    public static CommandSpec addTo(CommandSpec spec) {
        return spec.addOption(Specs.option("where the cluster is (default: as kubectl finds it)", "FILE", KUBECONFIG))
                .addOption(Specs.option("context of the kubeconfig (default: its current one)", "NAME", CONTEXT));
    }

    public static boolean areGiven(ParseResult arguments) {
        return arguments.hasMatchedOption(AGAINST);
    }

    /** The namespace of an object of the cluster. */
    public static CommandSpec addNamespaceTo(CommandSpec spec) {
        return addTo(spec.addOption(
                Specs.option("namespace of the cluster (default: that of the context)", "NAMESPACE", "-n", NAMESPACE)));
    }

    public static Optional<String> namespace(ParseResult arguments) {
        return Specs.given(arguments, NAMESPACE);
    }

    /** Whether an option is given that means a cluster. */
    public static boolean meanACluster(ParseResult arguments) {
        return Stream.of(NAMESPACE, KUBECONFIG, CONTEXT).anyMatch(arguments::hasMatchedOption);
    }

    /** The options that say which cluster, to write behind a command for the same; empty without any. */
    public static String asWritten(ParseResult arguments) {
        return Stream.of(KUBECONFIG, CONTEXT)
                .filter(arguments::hasMatchedOption)
                .map(option -> " %s %s".formatted(option, Terminal.inShell(arguments.matchedOptionValue(option, ""))))
                .collect(Collectors.joining());
    }

    /** A client of the cluster, which asks nothing yet. */
    public static Cluster connect(ParseResult arguments) {
        var file = Specs.given(arguments, KUBECONFIG);
        var context = Specs.given(arguments, CONTEXT);
        try {
            return Cluster.connect(file.map(Path::of), context);
        } catch (UnreadableCluster failure) {
            throw unavailable(failure);
        }
    }

    public static CommandFailure unavailable(UnreadableCluster failure) {
        return new CommandFailure(ExitCode.UNAVAILABLE, failure.getMessage(), failure);
    }

    /** The answer of the cluster, or the end of the command where it cannot be asked. */
    public static <T> T ask(ParseResult arguments, Function<Cluster, T> question) {
        try (var cluster = connect(arguments)) {
            return question.apply(cluster);
        } catch (UnreadableCluster failure) {
            throw unavailable(failure);
        }
    }
}
