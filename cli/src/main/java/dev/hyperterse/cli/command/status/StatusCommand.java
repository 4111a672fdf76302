package dev.hyperterse.cli.command.status;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.status.ClusterState;
import dev.hyperterse.cli.status.Diagnosis;
import dev.hyperterse.cli.status.ObjectName;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse status}: what a cluster serves, and why the rest is not served. */
public record StatusCommand(Terminal terminal) implements Subcommand {
    private static final String ALL = "--all-namespaces";
    private static final String OPERATOR_NAMESPACE = "--operator-namespace";
    private static final String USUAL_OPERATOR_NAMESPACE = "hyperterse-system";
    private static final int MOST_NAMES = 30;

    @Override
    public CommandSpec spec() {
        var spec = Specs.command(
                        this,
                        "status",
                        "Print what a cluster serves, why the rest is not served, and what to do about it.",
                        "hyperterse status -n shop",
                        "hyperterse status tool/list-orders -n shop",
                        "hyperterse status --all-namespaces --output json")
                .addPositional(
                        Specs.optional(0, "KIND/NAME", "server, tool, prompt or resource, and its name; default: all"))
                .addOption(Specs.flag("of all namespaces", "-A", ALL));
        return withOperatorNamespace(ClusterOptions.addNamespaceTo(spec))
                .addOption(Specs.output("text", "json", "yaml"));
    }

    /** The command with an option for what {@link #operatorNamespace} reads. */
    public static CommandSpec withOperatorNamespace(CommandSpec spec) {
        return spec.addOption(Specs.option(
                "namespace of the operator (default: " + USUAL_OPERATOR_NAMESPACE + ")",
                "NAMESPACE",
                OPERATOR_NAMESPACE));
    }

    public static String operatorNamespace(ParseResult arguments) {
        return arguments.matchedOptionValue(OPERATOR_NAMESPACE, USUAL_OPERATOR_NAMESPACE);
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var format = PrintFormat.of(arguments);
        var all = arguments.hasMatchedOption(ALL);
        var object = object(arguments.matchedPositionalValue(0, ""));
        if (all && (object.isPresent() || ClusterOptions.namespace(arguments).isPresent())) {
            throw new CommandFailure(ExitCode.USAGE, ALL + " is given alone: an object has one namespace");
        }
        var report = ClusterOptions.ask(arguments, cluster -> {
            var namespace = ClusterOptions.namespace(arguments).orElseGet(cluster::namespace);
            return cluster.observe(
                    all ? Optional.empty() : Optional.of(namespace), operatorNamespace(arguments), (state, lookup) -> {
                        object.filter(it -> !state.objects().contains(it)).ifPresent(it -> {
                            throw absent(it, namespace, state);
                        });
                        return Diagnosis.of(
                                state,
                                lookup,
                                object,
                                BuildVersion.read().version(),
                                Clock.systemUTC().instant());
                    });
        });
        format.print(terminal, ExactJson.mapper().valueToTree(report), () -> new StatusText(
                        terminal, ClusterOptions.asWritten(arguments))
                .print(report, object.isPresent(), all));
        return report.allServed() ? ExitCode.OK : ExitCode.PROBLEMS;
    }

    private static Optional<ObjectName> object(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ObjectName.of(text)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE,
                        "an object is KIND/NAME with server, tool, prompt or resource, such as tool/list-orders, not '"
                                + text + "'")));
    }

    private static CommandFailure absent(ObjectName object, String namespace, ClusterState cluster) {
        var names = cluster.objects().stream()
                .limit(MOST_NAMES)
                .map(ObjectName::toString)
                .collect(Collectors.joining(", "));
        return new CommandFailure(
                ExitCode.PROBLEMS,
                "there is no %s %s in namespace %s; %s"
                        .formatted(
                                object.kind().kind(),
                                object.name(),
                                namespace,
                                names.isEmpty()
                                        ? "it has nothing of Hyperterse; another namespace is -n NAMESPACE"
                                        : "it has " + names));
    }
}
