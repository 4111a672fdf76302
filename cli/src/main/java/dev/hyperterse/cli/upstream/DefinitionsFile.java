package dev.hyperterse.cli.upstream;

import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.cli.print.Counted;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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
public record DefinitionsFile(Map<UpstreamDefinition, SortedMap<String, JsonNode>> lists)
        implements ApprovedFile<DefinitionsFile> {
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

    @Override
    public String text() {
        var root = JsonMapper.shared().createObjectNode();
        lists.forEach((kind, definitions) -> {
            var list = root.putArray(kind.list());
            definitions.values().forEach(list::add);
        });
        return JsonMapper.shared().writer().with(LINES).writeValueAsString(root) + "\n";
    }

    @Override
    public String summary() {
        return lists.entrySet().stream()
                .map(it -> Counted.of(it.getValue().size(), it.getKey().word()))
                .collect(Collectors.joining(", "));
    }

    /** Kinds that the file has no list of are not approved here. */
    @Override
    public List<String> differences(DefinitionsFile now) {
        var lines = new ArrayList<String>();
        lists.forEach((kind, approved) -> {
            // Tools are what such files are mostly of.
            var word = kind == UpstreamDefinition.TOOL ? "" : kind.word() + " ";
            lines.addAll(new NamedDifferences(word, "the server has it no more")
                    .of(members(approved), members(now.lists.getOrDefault(kind, new TreeMap<>()))));
        });
        return lines;
    }

    private static SortedMap<String, Map<String, ?>> members(Map<String, JsonNode> definitions) {
        var members = new TreeMap<String, Map<String, ?>>();
        definitions.forEach((name, definition) -> members.put(
                name, definition.propertyStream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))));
        return members;
    }
}
