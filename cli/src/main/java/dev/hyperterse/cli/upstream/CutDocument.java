package dev.hyperterse.cli.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.DocumentBuilder;
import dev.hyperterse.compiler.openapi.document.Operation;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An OpenAPI document with the operations of some paths only, and with what their tools are made of: for APIs whose documents
 * are larger than a ConfigMap.
 */
final class CutDocument {
    private static final String COMPONENTS = "#/components/";
    private static final String PATHS = "#/paths/";
    /** Steps of a reference to a component: #, components, section and name. */
    private static final int DEPTH = 4;

    private static final Set<String> CUT = Set.of("paths", "components", "webhooks");
    private static final Set<String> LEFT_OUT = Set.of("example", "examples", "callbacks");

    /** Keywords whose members have names that the API chooses. */
    private static final Set<String> WITH_NAMES = Set.of(
            "properties",
            "patternProperties",
            "$defs",
            "dependentSchemas",
            "dependentRequired",
            "mapping",
            "content",
            "encoding",
            "headers");

    /** Keywords with values of the API. */
    private static final Set<String> WITH_VALUES = Set.of("enum", "const", "default");

    private final ApiDocument whole;

    /** The components that are kept, by those of the document: several references may be to one. */
    private final Map<JsonNode, JsonNode> kept = new IdentityHashMap<>();

    private final Deque<JsonNode> unread = new ArrayDeque<>();

    private CutDocument(ApiDocument whole) {
        this.whole = whole;
    }

    /**
     * @param paths as of {@code spec.openapi.select.paths}
     * @throws IllegalArgumentException when none of the document's is one of them, or something refers to a path
     */
    static ObjectNode of(ApiDocument document, List<String> paths) {
        return new CutDocument(document).cut(paths);
    }

    private ObjectNode cut(List<String> wanted) {
        var root = DocumentBuilder.NODES.objectNode();
        whole.root().properties().stream()
                .filter(it -> !CUT.contains(it.getKey()) && !isExtension(it.getKey()))
                .forEach(it -> root.set(it.getKey(), it.getValue()));
        var paths = root.putObject("paths");
        whole.root().path("paths").properties().stream()
                .filter(it -> wanted.stream().anyMatch(path -> Operation.isAtOrBelow(it.getKey(), path)))
                .forEach(it -> paths.set(it.getKey(), cut(it.getValue())));
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("it has no path at or below " + String.join(", ", wanted));
        }
        while (!unread.isEmpty()) {
            follow(unread.pop());
        }
        var components = components();
        return components.isEmpty() ? root : root.set("components", components);
    }

    private JsonNode cut(JsonNode node) {
        var own = essential(node, false);
        unread.push(own);
        return own;
    }

    /** In the order of the document, so that a comparison of two versions shows what has changed. */
    private ObjectNode components() {
        var components = DocumentBuilder.NODES.objectNode();
        whole.root().path("components").properties().forEach(section -> section.getValue()
                .properties()
                .forEach(it -> {
                    var own = kept.get(it.getValue());
                    if (own != null) {
                        components.withObjectProperty(section.getKey()).set(it.getKey(), own);
                    }
                }));
        return components;
    }

    /** Keeps the components that a node refers to: those of a discriminator are texts of its mapping. */
    private void follow(JsonNode node) {
        if (node.isTextual() && node.textValue().startsWith(COMPONENTS)) {
            keep(node.textValue());
        }
        var reference = node.path("$ref").asText();
        if (reference.startsWith(PATHS)) {
            throw new IllegalArgumentException(
                    "it refers to %s, and only what refers to components can be cut: leave --path out"
                            .formatted(reference));
        }
        node.forEach(this::follow);
    }

    /** A reference that leads nowhere stays, and its operation is refused with the reason. */
    private void keep(String reference) {
        var steps = reference.split("/", -1);
        if (steps.length < DEPTH) {
            return;
        }
        try {
            var component = whole.at(String.join("/", List.of(steps).subList(0, DEPTH)));
            if (!kept.containsKey(component)) {
                kept.put(component, cut(component));
            }
        } catch (UnusableOperation nowhere) {
            // As above.
        }
    }

    /** @param named whether the members of the node have names that the API chooses */
    private JsonNode essential(JsonNode node, boolean named) {
        if (node.isArray()) {
            var items = DocumentBuilder.NODES.arrayNode();
            node.forEach(item -> items.add(essential(item, false)));
            return items;
        }
        if (!node.isObject()) {
            return node;
        }
        var own = DocumentBuilder.NODES.objectNode();
        node.properties().forEach(member -> {
            var name = member.getKey();
            if (named) {
                own.set(name, essential(member.getValue(), false));
            } else if (name.equals("responses")) {
                own.set(name, types(member.getValue()));
            } else if (!isExtension(name) && !LEFT_OUT.contains(name)) {
                own.set(
                        name,
                        WITH_VALUES.contains(name)
                                ? member.getValue()
                                : essential(member.getValue(), WITH_NAMES.contains(name)));
            }
        });
        return own;
    }

    /** Only the types of responses decide how results are read. */
    private JsonNode types(JsonNode responses) {
        var brief = DocumentBuilder.NODES.objectNode();
        responses.properties().forEach(it -> {
            var response = brief.putObject(it.getKey());
            try {
                var declared = whole.resolved(it.getValue());
                response.put("description", declared.path("description").asText(""));
                declared.path("content").properties().forEach(type -> response.withObjectProperty("content")
                        .putObject(type.getKey()));
            } catch (UnusableOperation nowhere) {
                response.setAll((ObjectNode) it.getValue());
            }
        });
        return brief;
    }

    private static boolean isExtension(String name) {
        return name.startsWith("x-");
    }
}
