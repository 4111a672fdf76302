package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.runtime.live.definition.Listing.Entry;
import java.util.Arrays;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The two tools by which an agent finds and calls all others. */
public enum EntryTool {
    SEARCH("search"),
    EXECUTE("execute");

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private final String toolName;

    EntryTool(String toolName) {
        this.toolName = toolName;
    }

    public String toolName() {
        return toolName;
    }

    /** Whether an entry tool has that name, which hides a tool of the same name. */
    static boolean isNamed(String name) {
        return Arrays.stream(values()).anyMatch(entryTool -> entryTool.toolName.equals(name));
    }

    Entry listed() {
        return LeafJson.entry(
                toolName,
                switch (this) {
                    case SEARCH -> search();
                    case EXECUTE -> execute();
                });
    }

    private ObjectNode search() {
        var json = described(
                "Find the tools of this server that fit an intent. Describe in plain words what is to be done;"
                        + " each hit has the tool's name, what it does, and the JSON Schema of the inputs that execute needs.");
        var schema = schema(json, "query");
        schema.putObject("query")
                .put("type", "string")
                .put("description", "What is to be done, in natural language, or a tool's name.");
        json.putObject("annotations").put("readOnlyHint", true).put("openWorldHint", false);
        return json;
    }

    private ObjectNode execute() {
        var json = described("Run one tool of this server by the name that search returned, with its inputs.");
        var schema = schema(json, "tool", "inputs");
        schema.putObject("tool").put("type", "string").put("description", "The name of the tool to run.");
        schema.putObject("inputs")
                .put("type", "object")
                .put("description", "The tool's inputs by name; an empty object when it has none.");
        return json;
    }

    private ObjectNode described(String description) {
        return JsonMapper.shared().createObjectNode().put("name", toolName).put("description", description);
    }

    /** Adds the schema of an object whose properties are all required, and returns those properties. */
    private static ObjectNode schema(ObjectNode json, String... required) {
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
