package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.print.Table;
import dev.hyperterse.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A list of a server, printed as a table for people.
 *
 * @param nodes tools, prompts or resources, as the server lists them
 */
record ListedNodes(List<JsonNode> nodes) {
    /** @param row the cells of a node below the heads */
    void print(Terminal terminal, PrintFormat format, List<String> heads, Function<JsonNode, List<String>> row) {
        var tree = ExactJson.mapper().createArrayNode();
        nodes.forEach(tree::add);
        format.print(terminal, tree, () -> {
            var lines = new ArrayList<List<String>>();
            lines.add(heads);
            nodes.forEach(node -> lines.add(row.apply(node)));
            terminal.out().print(Table.of(lines));
        });
    }
}
