package dev.hyperterse.cli.command;

import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.editor.EditorSchema;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse schema}. */
record SchemaCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "schema",
                        "Print a JSON Schema of manifests, for editors.",
                        "hyperterse schema > .hyperterse/schema.json",
                        "hyperterse schema Tool")
                .addPositional(Specs.optional(
                        0,
                        "KIND",
                        "one kind: " + names() + " (default: all)",
                        ManifestKind.ours().stream().map(ManifestKind::kind).toArray(String[]::new)));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        String wanted = arguments.matchedPositionalValue(0, "");
        terminal.out().print(wanted.isEmpty() ? EditorSchema.ofAll() : EditorSchema.of(kind(wanted)));
        return ExitCode.OK;
    }

    private static ManifestKind kind(String wanted) {
        return ManifestKind.ours().stream()
                .filter(kind -> kind.kind().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE, "'" + wanted + "' is no kind of Hyperterse; there are " + names()));
    }

    private static String names() {
        return ManifestKind.ours().stream().map(ManifestKind::kind).collect(Collectors.joining(", "));
    }
}
