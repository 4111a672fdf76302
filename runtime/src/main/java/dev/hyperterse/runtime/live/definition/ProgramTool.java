package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import dev.hyperterse.scripts.host.SentProgram;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The entry tool that takes programs, in {@code tools/list}; only for callers who see a tool that a program may call. */
public final class ProgramTool {
    private static final String DESCRIPTION = """
            Run a JavaScript program that calls tools of this server and returns one value: for several calls, or to \
            filter, join or count results without reading them all. %s returns its rows as an array of objects; \
            search('intent') finds tools, describe('tool', ...) gives their types; await each. %s\
            No network, no files, no questions to the user. Example: const rows = await %s; return rows.length;""";

    private ProgramTool() {}

    /** @param tools those that the caller sees */
    public static Optional<Entry> of(ServerSettings settings, Collection<ToolLeaf> tools) {
        // Without a name where the names of entry tools are faulty, and those that are kept have none for it.
        return settings.search().entryTools().run().flatMap(name -> description(settings, tools)
                .map(description -> {
                    var json =
                            EntryToolJson.described(name, EntryTool.RUN, "Run a program that calls tools", description);
                    EntryToolJson.schema(json, SentProgram.INPUT)
                            .putObject(SentProgram.INPUT)
                            .put("type", "string")
                            .put(
                                    "description",
                                    "The body of an async function in JavaScript; what it returns is the result.");
                    EntryToolJson.putHints(callable(settings, tools), json);
                    return LeafJson.entry(name, json);
                }));
    }

    static Optional<String> description(ServerSettings settings, Collection<ToolLeaf> tools) {
        var called = callable(settings, tools);
        return called.stream()
                .min(Comparator.comparing((ToolLeaf tool) -> !tool.readsOnly())
                        .thenComparing(
                                tool -> tool.inputSchema().path("required").size())
                        .thenComparing(ToolLeaf::name))
                .map(example -> DESCRIPTION.formatted(
                        "tools['name'](inputs)",
                        called.size() == tools.size() ? "" : "Only tools that are readOnly can be called. ",
                        ToolTypes.call(example)));
    }

    /** Whether a caller who sees these tools has the entry tool for programs. */
    public static boolean isOffered(ServerSettings settings, Collection<LiveTool> seen) {
        return seen.stream().map(LiveTool::leaf).anyMatch(tool -> isCallable(settings, tool));
    }

    /** Those that programs may call. */
    private static List<ToolLeaf> callable(ServerSettings settings, Collection<ToolLeaf> tools) {
        return tools.stream().filter(tool -> isCallable(settings, tool)).toList();
    }

    private static boolean isCallable(ServerSettings settings, ToolLeaf tool) {
        return settings.code()
                .map(CodeSettings::effects)
                .filter(effects -> switch (effects) {
                    case ReadOnly -> tool.readsOnly();
                    case All -> true;
                })
                .isPresent();
    }
}
