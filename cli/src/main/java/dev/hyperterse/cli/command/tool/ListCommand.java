package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.ToolRoles;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code hyperterse list}: the tools of a directory or of a running server. */
public record ListCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        var spec = Inquiry.withOptions(
                Inquiry.spec(
                        this,
                        "list",
                        "List the tools of a directory, or those that a running server lists.",
                        "hyperterse list examples/quickstart",
                        "hyperterse list http://localhost:8080/mcp --output json",
                        "hyperterse list server/shop -n shop"),
                "text",
                "json",
                "yaml");
        return spec.aliases("get", "tools", "ls");
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        return new Inquiry(terminal).run(arguments, this::print);
    }

    private ExitCode print(Connection connection, PrintFormat format) {
        var tools = connection.tools();
        new ListedNodes(tools).print(terminal, format, List.of("NAME", "INPUTS", "DESCRIPTION"), ListCommand::row);
        if (tools.stream().anyMatch(ToolRoles::searches)) {
            terminal.err().println("hyperterse: this server finds its other tools by 'hyperterse search URL QUERY'");
        }
        return ExitCode.OK;
    }

    private static List<String> row(JsonNode tool) {
        return List.of(
                tool.path("name").asString(""),
                ToolInputs.of(tool).inWords(),
                tool.path("description").asString(tool.path("title").asString("")));
    }
}
