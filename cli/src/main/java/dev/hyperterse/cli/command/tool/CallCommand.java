package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code hyperterse call}: runs one tool by its own name, listed or not. */
public record CallCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Inquiry.withOptions(
                Inquiry.withAnswers(Inquiry.spec(
                                this,
                                "call",
                                "Call a tool of a directory or of a running server, and print its result.",
                                "hyperterse call examples/quickstart list-orders customer_id=1",
                                "hyperterse call http://localhost:8080/mcp find-products --json '{\"name\": \"cup\"}'",
                                "hyperterse call server/shop list-orders customer_id=1 -n shop",
                                "hyperterse call examples/quickstart find-products name=cup --output csv",
                                "hyperterse call shop ship-order order=7 --answer '{\"city\": \"Bern\"}'",
                                "echo '{\"below\": 5}' | hyperterse call examples/quickstart low-stock --json -")
                        .addPositional(Specs.optional(1, "TOOL", "name of the tool; without it the tools are named"))
                        .addPositional(Specs.arguments(
                                2,
                                "KEY=VALUE",
                                "arguments, converted as the tool declares them; an array is JSON, or a,b,c;"
                                        + " KEY=@FILE reads a file, KEY=- standard input, KEY=@@x is the text @x"))
                        .addOption(Specs.option(
                                "all arguments as one JSON object; @FILE reads it from a file, - from standard input",
                                "OBJECT",
                                "--json"))),
                "text",
                "table",
                "json",
                "yaml",
                "csv");
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        return new Inquiry(terminal).run(arguments, (connection, format) -> {
            var answer = call(connection, arguments);
            var exit = new ResultPrinter(terminal).print(answer, format);
            if (isWithoutDatabase(answer) && !connection.written().isEmpty()) {
                terminal.err()
                        .println("  fix: 'hyperterse validate %s --connect' says at which address, and what to correct"
                                .formatted(Terminal.inShell(arguments.matchedPositionalValue(0, ""))));
            }
            return exit;
        });
    }

    private static boolean isWithoutDatabase(ToolAnswer answer) {
        return answer instanceof ToolAnswer.Result result
                && result.isError()
                && result.text().matches("adapter \\S+ unavailable");
    }

    private ToolAnswer call(Connection connection, ParseResult arguments) {
        String tool = arguments.matchedPositionalValue(1, "");
        var names = new ToolNames(connection);
        if (tool.isEmpty()) {
            throw names.missing();
        }
        var inputs = inputs(arguments, tool, () -> connection.inputSchema(tool).orElseGet(() -> names.require(tool)
                .path("inputSchema")));
        var answer = connection.call(tool, inputs);
        if (ToolNames.saysUnknown(answer, tool)) {
            throw names.unknown(tool);
        }
        return answer;
    }

    private Map<String, Object> inputs(ParseResult arguments, String tool, Supplier<JsonNode> schema) {
        List<String> words = arguments.matchedPositionalValue(2, List.<String>of());
        var texts = new TextSources(terminal.in());
        if (!arguments.hasMatchedOption("--json")) {
            return new Arguments(tool, texts)
                    .of(words, words.isEmpty() ? ExactJson.mapper().missingNode() : schema.get());
        }
        if (!words.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "give arguments as key=value or as --json, not both");
        }
        return Arguments.parse(texts.read(arguments.matchedOptionValue("--json", "")));
    }
}
