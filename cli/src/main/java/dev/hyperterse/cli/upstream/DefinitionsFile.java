package dev.hyperterse.cli.upstream;

import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.catalog.text.InvisibleCharacters;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
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
 * @param lists of the kinds that it has, by name
 */
public record DefinitionsFile(Map<UpstreamDefinition, SortedMap<String, JsonNode>> lists) {
    private static final DefaultPrettyPrinter LINES = new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"));

    /** Of two definitions with one name the first counts, as it does for clients. */
    public static DefinitionsFile of(Map<UpstreamDefinition, List<JsonNode>> listed) {
        var lists = new EnumMap<UpstreamDefinition, SortedMap<String, JsonNode>>(UpstreamDefinition.class);
        listed.forEach((kind, definitions) -> {
            var byName = new TreeMap<String, JsonNode>();
            definitions.forEach(it -> byName.putIfAbsent(kind.key(it), kind.deciding(it)));
            lists.put(kind, byName);
        });
        return new DefinitionsFile(lists);
    }

    /** @throws IllegalArgumentException when the text is no file of definitions */
    public static DefinitionsFile read(String text) {
        var lists = new EnumMap<UpstreamDefinition, List<JsonNode>>(UpstreamDefinition.class);
        try {
            var root = JsonMapper.shared().readTree(text);
            for (var kind : UpstreamDefinition.values()) {
                list(root, kind)
                        .ifPresent(it -> lists.put(kind, it.valueStream().toList()));
            }
        } catch (JacksonException malformed) {
            lists.clear();
        }
        if (lists.isEmpty()) {
            throw new IllegalArgumentException("it has no JSON with a list of tools, prompts or resources");
        }
        return of(lists);
    }

    /** The list of a kind. A document that is a list is one of tools. */
    private static Optional<JsonNode> list(JsonNode root, UpstreamDefinition kind) {
        return Optional.of(root.isArray() && kind == UpstreamDefinition.TOOL ? root : root.path(kind.list()))
                .filter(JsonNode::isArray);
    }

    /** The text of the file. */
    public String text() {
        var root = JsonMapper.shared().createObjectNode();
        lists.forEach((kind, definitions) -> {
            var list = root.putArray(kind.list());
            definitions.values().forEach(list::add);
        });
        return JsonMapper.shared().writer().with(LINES).writeValueAsString(root) + "\n";
    }

    /** How many definitions of each kind there are, for people. */
    public String summary() {
        return lists.entrySet().stream()
                .map(it -> counted(it.getKey(), it.getValue().size()))
                .collect(Collectors.joining(", "));
    }

    private static String counted(UpstreamDefinition kind, int count) {
        return count + " " + kind.word() + (count == 1 ? "" : "s");
    }

    /**
     * The differences to what the server has now, one a line; empty where there are none. Kinds that the file has no list of
     * are not approved here.
     */
    public List<String> differences(DefinitionsFile now) {
        var lines = new ArrayList<String>();
        lists.forEach(
                (kind, approved) -> differences(kind, approved, now.lists.getOrDefault(kind, new TreeMap<>()), lines));
        return lines;
    }

    private static void differences(
            UpstreamDefinition kind, Map<String, JsonNode> approved, Map<String, JsonNode> now, List<String> lines) {
        // Tools are what such files are mostly of.
        var word = kind == UpstreamDefinition.TOOL ? "" : kind.word() + " ";
        var names = new TreeSet<>(approved.keySet());
        names.addAll(now.keySet());
        for (var name : names) {
            var shown = word + visible(name);
            if (!now.containsKey(name)) {
                lines.add("- " + shown + ": the server has it no more");
            } else if (!approved.containsKey(name)) {
                lines.add("+ " + shown + ": not approved yet");
            } else if (!approved.get(name).equals(now.get(name))) {
                lines.add("~ " + shown + ": changed: " + changed(approved.get(name), now.get(name)));
            }
        }
    }

    /** A name cannot end its line, or hide what is on it. */
    private static String visible(String name) {
        return name.codePoints()
                .mapToObj(it -> Character.isISOControl(it) || InvisibleCharacters.isInvisible(it)
                        ? "\\u%04x".formatted(it)
                        : Character.toString(it))
                .collect(Collectors.joining());
    }

    private static String changed(JsonNode before, JsonNode after) {
        var members = new TreeSet<>(before.propertyNames());
        members.addAll(after.propertyNames());
        return members.stream()
                .filter(member -> !before.path(member).equals(after.path(member)))
                .collect(Collectors.joining(", "));
    }
}
