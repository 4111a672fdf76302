package dev.hyperterse.cli.command.tool;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.print.Table;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.compiler.admission.Spelling;
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
    private static final int MOST_NAMES = 30;

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

    /** The end of a command that names one which is not there. */
    static CommandFailure unknown(String kind, String wanted, List<String> names) {
        var near = Spelling.nearest(wanted, names)
                .map(name -> "; did you mean '" + name + "'?")
                .orElse(";");
        return new CommandFailure(
                ExitCode.PROBLEMS, "no %s '%s'%s %s".formatted(kind, wanted, near, sentence(kind, names)));
    }

    /** Which names there are. */
    static String sentence(String kind, List<String> names) {
        if (!names.isEmpty()) {
            return "it has " + Counted.first(MOST_NAMES, names);
        }
        return "this server lists none" + (kind.equals("tool") ? "; 'hyperterse search' finds what it has" : "");
    }
}
