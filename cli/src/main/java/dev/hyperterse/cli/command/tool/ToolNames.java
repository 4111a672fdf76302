package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.Connection;
import dev.hyperterse.cli.client.Hits;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.client.ToolRoles;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Finds the tool that a command names, and names others where there is none. */
record ToolNames(Connection connection) {
    /** The tool of that name, or the end of the command. */
    JsonNode require(String name) {
        return connection.tools().stream()
                .filter(tool -> name(tool).equals(name))
                .findFirst()
                .or(() -> found(name).stream()
                        .filter(hit -> name(hit).equals(name))
                        .findFirst())
                .orElseThrow(() -> unknown(name));
    }

    /** Whether the server has no such tool, in the words of Hyperterse and the SDKs of MCP. */
    static boolean saysUnknown(ToolAnswer answer, String name) {
        var failure =
                switch (answer) {
                    case ToolAnswer.Refused refused -> refused.message();
                    case ToolAnswer.Result result -> result.isError() ? result.text() : "";
                };
        return failure.contains("Unknown tool: " + name);
    }

    CommandFailure unknown(String wanted) {
        var names = callable(wanted);
        if (connection.written().contains(wanted) && !names.contains(wanted)) {
            return new CommandFailure(
                    ExitCode.PROBLEMS,
                    "tool '" + wanted
                            + "' is in the directory and not served; correct its problems above, its serverRefs"
                            + " or suspend, or name its server by --server; " + ListedNodes.sentence("tool", names));
        }
        return ListedNodes.unknown("tool", wanted, names);
    }

    /** A command without the name of a tool. */
    CommandFailure missing() {
        return new CommandFailure(ExitCode.USAGE, "which tool? " + ListedNodes.sentence("tool", callable("")));
    }

    private List<String> callable(String wanted) {
        var named = connection.tools().stream()
                .filter(tool -> !ToolRoles.isEntryTool(tool))
                .map(ToolNames::name)
                .toList();
        return named.isEmpty() ? found(wanted).stream().map(ToolNames::name).toList() : named;
    }

    private List<JsonNode> found(String query) {
        var search = query.isBlank() ? Optional.<String>empty() : connection.searchTool();
        return search.isPresent()
                        && connection.call(search.get(), Map.of("query", query)) instanceof ToolAnswer.Result result
                        && !result.isError()
                ? Hits.of(result.text())
                : List.of();
    }

    private static String name(JsonNode tool) {
        return tool.path("name").asString("");
    }
}
