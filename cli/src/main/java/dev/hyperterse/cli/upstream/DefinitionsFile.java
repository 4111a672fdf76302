package dev.hyperterse.cli.upstream;

import dev.hyperterse.catalog.UpstreamDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Definitions as they are kept in Git: only what models and clients decide by, sorted, one member a line, so that a comparison
 * of two versions shows what the other server changed.
 *
 * @param tools by name
 */
public record DefinitionsFile(Map<String, JsonNode> tools) {
    private static final DefaultPrettyPrinter LINES = new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"));

    /** Of two definitions with one name the first counts, as it does for clients. */
    public static DefinitionsFile of(List<JsonNode> listed) {
        var tools = new TreeMap<String, JsonNode>();
        listed.stream()
                .sorted(Comparator.comparing(tool -> tool.path("name").asString("")))
                .forEach(tool ->
                        tools.putIfAbsent(tool.path("name").asString(""), UpstreamDefinition.TOOL.deciding(tool)));
        return new DefinitionsFile(tools);
    }

    /** @throws IllegalArgumentException when the text is no file of definitions */
    public static DefinitionsFile read(String text) {
        try {
            var root = JsonMapper.shared().readTree(text);
            var listed = root.isArray() ? root : root.path("tools");
            if (listed.isArray()) {
                return of(listed.valueStream().toList());
            }
        } catch (JacksonException malformed) {
            // As below.
        }
        throw new IllegalArgumentException("it has no JSON with a list of tools");
    }

    /** The text of the file. */
    public String text() {
        var list = JsonMapper.shared().createArrayNode();
        tools.values().forEach(list::add);
        var root = JsonMapper.shared().createObjectNode();
        root.set("tools", list);
        return JsonMapper.shared().writer().with(LINES).writeValueAsString(root) + "\n";
    }

    /** The differences to what the server has now, one a line; empty where there are none. */
    public List<String> differences(DefinitionsFile now) {
        var lines = new ArrayList<String>();
        var names = new TreeSet<>(tools.keySet());
        names.addAll(now.tools.keySet());
        for (var name : names) {
            if (!now.tools.containsKey(name)) {
                lines.add("- " + name + ": the server has it no more");
            } else if (!tools.containsKey(name)) {
                lines.add("+ " + name + ": not approved yet");
            } else if (!tools.get(name).equals(now.tools.get(name))) {
                lines.add("~ " + name + ": changed: " + changed(tools.get(name), now.tools.get(name)));
            }
        }
        return lines;
    }

    private static String changed(JsonNode before, JsonNode after) {
        var members = new TreeSet<>(before.propertyNames());
        members.addAll(after.propertyNames());
        return members.stream()
                .filter(member -> !before.path(member).equals(after.path(member)))
                .collect(Collectors.joining(", "));
    }
}
