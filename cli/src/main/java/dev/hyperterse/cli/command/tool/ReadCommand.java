package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code hyperterse read}: the content of a resource, or which there are. */
public record ReadCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Inquiry.withOptions(
                Inquiry.spec(
                                this,
                                "read",
                                "Read a resource, or list the resources.",
                                "hyperterse read http://localhost:8080/mcp",
                                "hyperterse read http://localhost:8080/mcp shop://orders/7")
                        .addPositional(Specs.optional(1, "URI", "URI of the resource; without it all are listed")),
                "text",
                "json",
                "yaml");
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        String uri = arguments.matchedPositionalValue(1, "");
        return new Inquiry(terminal)
                .run(
                        arguments,
                        (connection, format) ->
                                uri.isEmpty() ? list(connection, format) : print(connection.read(uri), format));
    }

    private ExitCode list(Connection connection, PrintFormat format) {
        new ListedNodes(connection.resources())
                .print(terminal, format, List.of("URI", "TYPE", "DESCRIPTION"), ReadCommand::row);
        return ExitCode.OK;
    }

    private static List<String> row(JsonNode resource) {
        return List.of(
                resource.path("uri").asString(resource.path("uriTemplate").asString("")),
                resource.path("mimeType").asString(""),
                resource.path("description").asString(resource.path("name").asString("")));
    }

    private ExitCode print(ToolAnswer answer, PrintFormat format) {
        return new ResultPrinter(terminal).print(answer, format, result -> result.path("contents")
                .valueStream()
                .map(ReadCommand::text)
                .toList());
    }

    private static String text(JsonNode content) {
        return content.has("text")
                ? content.path("text").asString("")
                : "(bytes of %s: --output json has them in base64)"
                        .formatted(content.path("mimeType").asString("no type"));
    }
}
