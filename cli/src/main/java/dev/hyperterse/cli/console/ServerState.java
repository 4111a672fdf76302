package dev.hyperterse.cli.console;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.runtime.live.ListedTokens;
import dev.hyperterse.runtime.observe.RevisionReport;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The state of the process that serves: its revision, its adapters, and what its tools cost a model.
 *
 * @param reload how often the directory has changed what is served
 */
record ServerState(long reload, List<AdapterHealth> adapters, Cost tokens) {
    /** @param message empty where all is well */
    record AdapterHealth(String name, String state, String message) {}

    /** Tokens, estimated: of a list of all tools, of the entry tools, of a search, and of each tool. */
    record Cost(int all, int entryTools, int search, List<ToolCost> tools) {
        static final Cost NONE = new Cost(0, 0, 0, List.of());

        static Cost of(Catalog catalog) {
            var tools = catalog.leaves().stream()
                    .filter(ToolLeaf.class::isInstance)
                    .map(ToolLeaf.class::cast)
                    .toList();
            var tokens = ListedTokens.of(catalog.server(), tools);
            return new Cost(
                    tokens.all(),
                    tokens.entryTools(),
                    tokens.search(),
                    tokens.byTool().entrySet().stream()
                            .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                            .map(tool -> new ToolCost(tool.getKey(), tool.getValue()))
                            .toList());
        }
    }

    record ToolCost(String name, int tokens) {}

    static ServerState of(RevisionReport report, Cost tokens) {
        return new ServerState(
                report.revision().map(revision -> revision.sequence()).orElse(0L),
                report.adapters().stream()
                        .map(adapter -> new AdapterHealth(
                                adapter.name(),
                                adapter.state(),
                                adapter.message().orElse("")))
                        .toList(),
                tokens);
    }
}
