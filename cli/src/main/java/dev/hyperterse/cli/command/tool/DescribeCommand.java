package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.command.option.ClusterOptions;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.print.Table;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code hyperterse describe}: one tool, its inputs, and the command that calls it. */
public record DescribeCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        var spec = Inquiry.withOptions(
                Inquiry.spec(
                                this,
                                "describe",
                                "Describe a tool of a directory or of a running server: its inputs and a call.",
                                "hyperterse describe examples/quickstart list-orders",
                                "hyperterse describe http://localhost:8080/mcp list-orders --output yaml",
                                "hyperterse describe server/shop list-orders -n shop")
                        .addPositional(Specs.optional(1, "TOOL", "name of the tool; without it the tools are named")),
                "text",
                "json",
                "yaml");
        return spec.aliases("show");
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var target = Terminal.inShell(arguments.matchedPositionalValue(0, ""))
                + ClusterOptions.namespace(arguments)
                        .map(it -> " -n " + Terminal.inShell(it))
                        .orElse("")
                + ClusterOptions.asWritten(arguments);
        return new Inquiry(terminal).run(arguments, (connection, format) -> {
            var tool = tool(connection, arguments);
            format.print(terminal, tool, () -> print(tool, target));
            return ExitCode.OK;
        });
    }

    private static JsonNode tool(Connection connection, ParseResult arguments) {
        var names = new ToolNames(connection);
        String tool = arguments.matchedPositionalValue(1, "");
        if (tool.isEmpty()) {
            throw names.missing();
        }
        return names.require(tool);
    }

    private void print(JsonNode tool, String target) {
        var out = terminal.out();
        var name = tool.path("name").asString("");
        out.println(name
                + tool.path("title").asStringOpt().map(title -> ": " + title).orElse(""));
        tool.path("description").asString("").strip().lines().forEach(line -> out.println("  " + line));
        var inputs = ToolInputs.of(tool);
        if (!inputs.properties().isEmpty()) {
            out.println();
            out.print(Table.of(inputs.lines()));
        }
        out.println();
        out.println(terminal.program() + " call " + target + " " + Terminal.inShell(name) + inputs.example());
    }
}
