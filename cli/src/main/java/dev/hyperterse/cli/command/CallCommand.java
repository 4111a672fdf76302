package dev.hyperterse.cli.command;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.ToolAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code hyperterse call}: runs one tool, through execute where the server lists no tool of that name. */
final class CallCommand implements Subcommand {
    private final Terminal terminal;

    CallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public CommandSpec spec() {
        return Inquiry.withOptions(Inquiry.withAnswers(Inquiry.spec(
                        this,
                        "call",
                        "Call a tool of a directory or of a running server, and print its result.",
                        "hyperterse call examples/quickstart list-orders customer_id=1",
                        "hyperterse call http://localhost:8080/mcp find-products --json '{\"name\": \"cup\"}'",
                        "hyperterse call shop ship-order order=7 --answer '{\"city\": \"Bern\"}'",
                        "echo '{\"below\": 5}' | hyperterse call examples/quickstart low-stock --json -")
                .addPositional(Specs.argument(1, "TOOL", "name of the tool").build())
                .addPositional(Specs.arguments(
                        2, "KEY=VALUE", "arguments, converted as the tool declares them; an array is JSON, or a,b,c"))
                .addOption(Specs.option("all arguments as one JSON object; - reads it from standard input", "--json")
                        .paramLabel("OBJECT")
                        .build())));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        return new Inquiry(terminal).run(arguments, (connection, format) -> new ResultPrinter(terminal)
                .print(call(connection, arguments), format));
    }

    private ToolAnswer call(Connection connection, ParseResult arguments) {
        String tool = arguments.matchedPositionalValue(1, "");
        var listed = connection.inputSchema(tool);
        if (listed.isPresent()) {
            return connection.call(tool, inputs(arguments, listed::get));
        }
        var inputs = inputs(arguments, () -> Arguments.schemaFound(connection, tool));
        return connection.call("execute", Map.of("tool", tool, "inputs", inputs));
    }

    private Map<String, Object> inputs(ParseResult arguments, Supplier<JsonNode> schema) {
        List<String> words = arguments.matchedPositionalValue(2, List.<String>of());
        if (!arguments.hasMatchedOption("--json")) {
            return Arguments.of(words, words.isEmpty() ? ExactJson.mapper().missingNode() : schema.get());
        }
        if (!words.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "give arguments as key=value or as --json, not both");
        }
        String json = arguments.matchedOptionValue("--json", "");
        return Arguments.parse(json.equals("-") ? standardInput() : json);
    }

    private String standardInput() {
        try {
            return new String(terminal.in().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
