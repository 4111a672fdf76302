package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Decodes the nodes of one document: keys, merges, aliases; scalars are {@link YamlScalars}' matter. */
final class YamlNodes {
    /** How many nodes a document may repeat through aliases; ten anchors nested ten deep would be ten billion. */
    private static final int MOST_REPEATED = 20_000;

    private final YamlDocuments.Document document;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int repeated;

    YamlNodes(YamlDocuments.Document document) {
        this.document = document;
    }

    Tree decode(Node root) {
        return decode(root, placeOf(root));
    }

    private Tree decode(Node node, Place key) {
        enter(node);
        var tree =
                switch (node) {
                    case MappingNode map -> map(map, key);
                    case SequenceNode list -> list(list, key);
                    case ScalarNode scalar -> scalar(scalar, key);
                    default -> throw unreadable(node, "yaml-syntax", "a node of no known kind", "");
                };
        open.remove(node);
        return tree;
    }

    private void enter(Node node) {
        if (!open.add(node)) {
            throw unreadable(node, "yaml-alias-loop", "an anchor contains an alias of itself", "");
        }
        if (!seen.add(node) && ++repeated > MOST_REPEATED) {
            throw unreadable(
                    node,
                    "yaml-alias-bomb",
                    "aliases repeat more than %d nodes".formatted(MOST_REPEATED),
                    "write the content out, or split the file");
        }
    }

    private Tree map(MappingNode node, Place key) {
        var content = new LinkedHashMap<String, Object>();
        var fields = new LinkedHashMap<String, SourceMap>();
        var merges = new ArrayList<NodeTuple>();
        for (var entry : node.getValue()) {
            if (isMerge(entry.getKeyNode())) {
                merges.add(entry);
            } else {
                put(entry, content, fields);
            }
        }
        merges.forEach(merge -> merge(merge.getValueNode(), content, fields));
        return new Tree(content, new SourceMap(key, placeOf(node), fields, List.of(), new TextLayout.Rearranged()));
    }

    private void put(NodeTuple entry, Map<String, Object> content, Map<String, SourceMap> fields) {
        var place = placeOf(entry.getKeyNode());
        var name = name(entry.getKeyNode());
        if (fields.containsKey(name)) {
            throw unreadable(
                    entry.getKeyNode(),
                    "yaml-duplicate-key",
                    "key \"%s\" is already set in line %d"
                            .formatted(name, fields.get(name).key().line()),
                    "keep one of the two");
        }
        var value = decode(entry.getValueNode(), place);
        content.put(name, value.content());
        fields.put(name, value.sources());
    }

    private String name(Node key) {
        if (!(key instanceof ScalarNode scalar)) {
            throw unreadable(key, "yaml-key", "a key must be a text", "a value that begins with {{ must be quoted");
        }
        var content = scalars().decode(scalar);
        if (content == null) {
            throw unreadable(key, "yaml-key", "a key must not be null", "quote it");
        }
        return content.toString();
    }

    /** Keys of the map itself win over merged ones, and the first merged map wins over later ones. */
    private void merge(Node value, Map<String, Object> content, Map<String, SourceMap> fields) {
        switch (value) {
            case SequenceNode list -> list.getValue().forEach(item -> merge(item, content, fields));
            case MappingNode map -> {
                var merged = decode(map, placeOf(map));
                merged.sources().fields().forEach((name, place) -> {
                    if (fields.putIfAbsent(name, place) == null) {
                        content.put(name, ((Map<?, ?>) merged.content()).get(name));
                    }
                });
            }
            default -> throw unreadable(value, "yaml-merge", "<< takes a map or a list of maps", "");
        }
    }

    private Tree list(SequenceNode node, Place key) {
        var content = new ArrayList<>(node.getValue().size());
        var items = new ArrayList<SourceMap>(node.getValue().size());
        for (var item : node.getValue()) {
            var tree = decode(item, placeOf(item));
            content.add(tree.content());
            items.add(tree.sources());
        }
        return new Tree(content, new SourceMap(key, placeOf(node), Map.of(), items, new TextLayout.Rearranged()));
    }

    private Tree scalar(ScalarNode node, Place key) {
        var place = placeOf(node);
        return new Tree(scalars().decode(node), new SourceMap(key, place, Map.of(), List.of(), layout(node, place)));
    }

    private YamlScalars scalars() {
        return new YamlScalars(this::unreadable);
    }

    private TextLayout layout(ScalarNode node, Place place) {
        var lines = document.fileLines();
        return switch (node.getScalarStyle()) {
            case LITERAL -> TextLayout.ofBlock(document.file(), lines, place.line(), node.getValue());
            case PLAIN, JSON_SCALAR_STYLE -> TextLayout.ofLine(place, lines.get(place.line() - 1), 0, node.getValue());
            case SINGLE_QUOTED, DOUBLE_QUOTED ->
                TextLayout.ofLine(place, lines.get(place.line() - 1), 1, node.getValue());
            case FOLDED -> new TextLayout.Rearranged();
        };
    }

    private static boolean isMerge(Node key) {
        return key instanceof ScalarNode scalar
                && scalar.getScalarStyle() == ScalarStyle.PLAIN
                && scalar.getValue().equals("<<");
    }

    private UnreadableManifest unreadable(Node node, String rule, String message, String remedy) {
        return new UnreadableManifest(placeOf(node), rule, message, remedy);
    }

    private Place placeOf(Node node) {
        var mark = node.getStartMark().orElseThrow();
        var line = Math.min(
                document.linesBefore() + mark.getLine() + 1,
                document.fileLines().size());
        return document.file().place(Math.max(1, line), mark.getColumn() + 1);
    }
}
