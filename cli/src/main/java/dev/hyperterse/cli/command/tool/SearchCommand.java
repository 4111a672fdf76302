package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.Hits;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code hyperterse search}: what an agent would find. */
public record SearchCommand(Terminal terminal) implements Subcommand {
    /** Printed in the first line. */
    private static final Set<String> UNDESCRIPTIVE = Set.of("type");

    @Override
    public CommandSpec spec() {
        return Inquiry.withOptions(
                Inquiry.spec(
                                this,
                                "search",
                                "Show which tools a query finds, as an agent would see them.",
                                "hyperterse search examples/quickstart \"orders of a customer\"",
                                "hyperterse search http://localhost:8080/mcp revenue --output json",
                                "hyperterse search server/shop revenue -n shop",
                                "hyperterse search examples/quickstart \"orders of a customer\" --explain")
                        .addPositional(Specs.argument(1, "QUERY", "what to look for"))
                        .addOption(Specs.flag("show what every word found, field by field", "--explain")),
                "text",
                "json");
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        String query = arguments.matchedPositionalValue(1, "");
        return new Inquiry(terminal)
                .run(
                        arguments,
                        (connection, format) -> arguments.hasMatchedOption("--explain")
                                ? new Explanations(terminal).print(connection.explain(query), format)
                                : print(search(connection, query), format));
    }

    private ToolAnswer search(Connection connection, String query) {
        var search = connection.searchTool();
        if (search.isEmpty()) {
            var names = connection.tools().stream()
                    .map(tool -> tool.path("name").asString(""))
                    .toList();
            throw new CommandFailure(
                    ExitCode.PROBLEMS,
                    "this server lists its tools and has no search (spec.exposure); it has "
                            + String.join(", ", names));
        }
        return connection.call(search.get(), Map.of("query", query));
    }

    private ExitCode print(ToolAnswer answer, PrintFormat format) {
        if (format == PrintFormat.TEXT && answer instanceof ToolAnswer.Result result && !result.isError()) {
            var hits = Hits.of(result.text());
            hits.forEach(this::print);
            if (hits.isEmpty()) {
                terminal.err().println("hyperterse: no tool matches");
            }
            return ExitCode.OK;
        }
        return new ResultPrinter(terminal).print(answer, format);
    }

    private void print(JsonNode hit) {
        var inputs = new StringBuilder();
        for (var input : hit.path("inputs")) {
            inputs.append(' ').append(input.path("name").asString("")).append('=');
            inputs.append('<').append(input.path("type").asString("")).append('>');
        }
        terminal.out()
                .printf(
                        "%3d  %s%s%n",
                        hit.path("relevance_score").asInt(), hit.path("name").asString(""), inputs);
        indented(hit.path("description").asString(""));
        hit.at("/inputSchema/properties").properties().forEach(input -> indented(described(input)));
        indented(hit.path("statement").asString(""));
    }

    /** An input with all keywords of its schema, if it has more than a type. */
    private static String described(Map.Entry<String, JsonNode> input) {
        var keywords = input.getValue().properties().stream()
                .filter(keyword -> !UNDESCRIPTIVE.contains(keyword.getKey()))
                .map(keyword -> keyword.getKey() + " " + keyword.getValue())
                .collect(Collectors.joining(", "));
        return keywords.isEmpty() ? "" : input.getKey() + ": " + keywords;
    }

    private void indented(String text) {
        text.strip().lines().forEach(line -> terminal.out().println("     " + line));
    }
}
