package dev.hyperterse.cli.command.option;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.cluster.UnreadableCluster;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options of commands that compare a directory with a cluster. */
public final class ClusterOptions {
    private static final String AGAINST = "--against-cluster";
    private static final String KUBECONFIG = "--kubeconfig";
    private static final String CONTEXT = "--context";

    private ClusterOptions() {}

    public static CommandSpec addTo(CommandSpec spec, String description) {
        return spec.addOption(Specs.flag(description, AGAINST).build())
                .addOption(Specs.option("where the cluster is (default: as kubectl finds it)", KUBECONFIG)
                        .paramLabel("FILE")
                        .build())
                .addOption(Specs.option("context of the kubeconfig (default: its current one)", CONTEXT)
                        .paramLabel("NAME")
                        .build());
    }

    public static boolean areGiven(ParseResult arguments) {
        return arguments.hasMatchedOption(AGAINST);
    }

    /** The answer of the cluster, or the end of the command where it cannot be asked. */
    public static <T> T ask(ParseResult arguments, Function<Cluster, T> question) {
        var file = Optional.<String>ofNullable(arguments.matchedOptionValue(KUBECONFIG, null));
        var context = Optional.<String>ofNullable(arguments.matchedOptionValue(CONTEXT, null));
        try (var cluster = Cluster.connect(file.map(Path::of), context)) {
            return question.apply(cluster);
        } catch (UnreadableCluster failure) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, failure.getMessage(), failure);
        }
    }
}
