package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import dev.hyperterse.search.SearchIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entries of the entry tools in {@code tools/list}. Their texts and hints are made of the tools that the caller
 * sees, and of no other: equal tools give equal bytes.
 */
public final class EntryToolJson {
    /** Which of the entry tools it is, for clients that have to know; its name is a setting. */
    private static final String ROLE = "dev.hyperterse/entryTool";

    /** Clients that load tools on demand would otherwise search for the tool that searches. */
    private static final String ALWAYS_LOADED = "anthropic/alwaysLoad";

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private final EntryToolNames names;
    private final EntryToolTexts texts;
    private final List<ToolLeaf> reading;
    private final List<ToolLeaf> changing;

    private EntryToolJson(ServerSettings settings, Collection<ToolLeaf> tools, SearchIndex index) {
        this.names = settings.search().entryTools();
        this.reading = tools(tools, true);
        this.changing = tools(tools, false);
        var program =
                ProgramTool.description(settings, tools).map(String::length).orElse(0);
        this.texts = new EntryToolTexts(settings, index.words(), tools.size(), changing.size(), program);
    }

    private static List<ToolLeaf> tools(Collection<ToolLeaf> tools, boolean readOnly) {
        return tools.stream().filter(tool -> tool.readsOnly() == readOnly).toList();
    }

    /**
     * @param tools those that the caller sees
     * @param index of these tools
     */
    public static List<Entry> of(ServerSettings settings, Collection<ToolLeaf> tools, SearchIndex index) {
        var json = new EntryToolJson(settings, tools, index);
        var entries = new ArrayList<>(List.of(json.search(), json.execute()));
        // A tool that no call of the caller needs would be one more to choose from.
        json.names.change().filter(_ -> !json.changing.isEmpty()).ifPresent(name -> entries.add(json.change(name)));
        return entries;
    }

    private Entry search() {
        var json = described(names.search(), EntryTool.SEARCH, "Search tools", texts.search());
        schema(json, "query")
                .putObject("query")
                .put("type", "string")
                .put("description", "What is to be done, in natural language, or a tool's name.");
        json.putObject("annotations")
                .put("readOnlyHint", true)
                .put("destructiveHint", false)
                .put("idempotentHint", true)
                .put("openWorldHint", false);
        return LeafJson.entry(names.search(), json);
    }

    private Entry execute() {
        var all = new ArrayList<>(reading);
        if (names.change().isEmpty()) {
            all.addAll(changing);
        }
        var title = names.change().isEmpty() ? "Execute a tool" : "Execute a tool that only reads";
        return running(names.execute(), EntryTool.EXECUTE, title, texts.execute(), all);
    }

    private Entry change(String name) {
        return running(name, EntryTool.CHANGE, "Execute a tool that changes data", texts.change(), changing);
    }

    private Entry running(String name, EntryTool entryTool, String title, String description, List<ToolLeaf> tools) {
        var json = described(name, entryTool, title, description);
        var properties = schema(json, "tool", "inputs");
        properties.putObject("tool").put("type", "string").put("description", "The name of the tool to run.");
        properties
                .putObject("inputs")
                .put("type", "object")
                .put("description", "The tool's inputs by name; an empty object when it has none.");
        LargerResults.announce(tools, json);
        putHints(tools, json);
        return LeafJson.entry(name, json);
    }

    /** A hint holds for all tools that it runs; one that a tool does not have is what clients assume of it. */
    static void putHints(List<ToolLeaf> tools, ObjectNode json) {
        var hints = tools.stream().map(ToolLeaf::hints).toList();
        var changes =
                hints.stream().filter(hint -> !hint.readOnly().orElse(false)).toList();
        json.putObject("annotations")
                .put("readOnlyHint", changes.isEmpty())
                .put("destructiveHint", any(changes, ToolLeaf.Hints::destructive, true))
                .put("idempotentHint", !any(changes, hint -> hint.idempotent().map(it -> !it), true))
                .put("openWorldHint", any(hints, ToolLeaf.Hints::openWorld, true));
    }

    private static boolean any(
            List<ToolLeaf.Hints> tools, Function<ToolLeaf.Hints, Optional<Boolean>> hint, boolean absent) {
        return tools.stream().anyMatch(hints -> hint.apply(hints).orElse(absent));
    }

    static ObjectNode described(String name, EntryTool entryTool, String title, String description) {
        var json = JsonMapper.shared()
                .createObjectNode()
                .put("name", name)
                .put("title", title)
                .put("description", description);
        json.putObject("_meta")
                .put(ROLE, entryTool.name().toLowerCase(Locale.ROOT))
                .put(ALWAYS_LOADED, true);
        return json;
    }

    /** Adds the schema of an object whose properties are all required, and returns those properties. */
    static ObjectNode schema(ObjectNode json, String... required) {
        var schema = json.putObject("inputSchema").put("$schema", DIALECT).put("type", "object");
        var properties = schema.putObject("properties");
        var names = schema.putArray("required");
        for (var name : required) {
            names.add(name);
        }
        schema.put("additionalProperties", false);
        return properties;
    }
}
