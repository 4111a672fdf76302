package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.runtime.live.definition.EntryTool;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.search.SearchHit;
import java.util.stream.Collectors;

/** The answer to a caller for whom a tool does not exist: which tools it may mean, and where it finds others. */
final class UnknownTools {
    private static final int MOST_NEAR = 3;

    private UnknownTools() {}

    static String message(Call call, String name) {
        return "Unknown tool: " + name + advice(call, name);
    }

    private static String advice(Call call, String name) {
        var settings = call.live().settings();
        if (!settings.exposure().entryTools()
                && EntryTool.named(name, EntryToolNames.USUAL).isPresent()) {
            return "; this server lists its tools: call each by its own name";
        }
        var near = call.seen().search(name).stream()
                .limit(MOST_NEAR)
                .map(SearchHit::name)
                .collect(Collectors.joining(", "));
        if (!near.isEmpty()) {
            return "; near names: " + near;
        }
        return call.seen().listings().entryTools()
                ? "; find tools with " + settings.search().entryTools().search()
                : "; tools/list has the tools of this server";
    }
}
