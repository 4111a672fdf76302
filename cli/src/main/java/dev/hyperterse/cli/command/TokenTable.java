package dev.hyperterse.cli.command;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.CompiledServer.Served;
import dev.hyperterse.runtime.live.ListedTokens;
import java.util.Comparator;
import java.util.Map;

/** Prints what the tools of a server cost in the context of a model, most expensive first. */
record TokenTable(Terminal terminal) {
    void print(CompiledServer server) {
        if (!server.publishable()) {
            return;
        }
        var tools = server.served().stream()
                .map(Served::leaf)
                .filter(ToolLeaf.class::isInstance)
                .map(ToolLeaf.class::cast)
                .toList();
        var leaves = server.served().stream().map(Served::leaf).toList();
        server.settings().orElseThrow().toolsets().forEach(toolset -> {
            var members = toolset.tools(leaves);
            var listed = ListedTokens.of(server.settings().orElseThrow(), members);
            terminal.out()
                    .printf(
                            "%s: %d tools of the toolset %s, %d tokens in a list%n",
                            server.identity().name(), members.size(), toolset.name(), listed.all());
        });
        var tokens = ListedTokens.of(server.settings().orElseThrow(), tools);
        terminal.out()
                .printf(
                        "%s: tokens, a quarter of the bytes%n",
                        server.identity().name());
        line(tokens.all(), "all tools in a list (exposure: Direct)");
        line(tokens.entryTools(), "the entry tools (exposure: Search), and for each search up to");
        line(tokens.search(), "its hits");
        tokens.byTool().entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(tool -> line(tool.getValue(), tool.getKey()));
        if (tokens.areFew()) {
            terminal.out().println("The tools are few enough for a list of all: write exposure: Auto or Direct.");
        }
    }

    private void line(int tokens, String what) {
        terminal.out().printf("%7d  %s%n", tokens, what);
    }
}
