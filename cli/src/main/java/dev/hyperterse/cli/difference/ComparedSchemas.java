package dev.hyperterse.cli.difference;

import static dev.hyperterse.cli.difference.KeywordNames.acceptsNothing;
import static dev.hyperterse.cli.difference.KeywordNames.names;
import static dev.hyperterse.cli.difference.KeywordNames.texts;
import static dev.hyperterse.cli.difference.ReferencedSchemas.ANYTHING;
import static dev.hyperterse.cli.difference.ReferencedSchemas.leadToOthers;
import static dev.hyperterse.cli.difference.ReferencedSchemas.withoutWords;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Whether everything that one JSON Schema accepts is accepted by the next one. Where that cannot be decided, the change
 * counts as breaking, and a reviewer decides.
 */
final class ComparedSchemas {
    /** Compared by themselves, or without a meaning for what is accepted. */
    private static final Set<String> UNDERSTOOD = Set.of(
            "$schema",
            "$id",
            "$defs",
            "$comment",
            "type",
            "enum",
            "const",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "default",
            "title",
            "description",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly");

    private final JsonNode before;
    private final JsonNode after;
    private final List<SchemaChange> changes = new ArrayList<>();
    private final Map<JsonNode, Set<JsonNode>> compared = new IdentityHashMap<>();

    private ComparedSchemas(JsonNode before, JsonNode after) {
        this.before = before;
        this.after = after;
    }

    static List<SchemaChange> between(JsonNode before, JsonNode after) {
        var compared = new ComparedSchemas(before, after);
        compared.compare(before, after, List.of());
        return List.copyOf(compared.changes);
    }

    private void compare(JsonNode writtenBefore, JsonNode writtenAfter, List<String> path) {
        var old = ReferencedSchemas.resolved(before, writtenBefore);
        var now = ReferencedSchemas.resolved(after, writtenAfter);
        if (old.equals(now) && !ReferencedSchemas.in(old)) {
            return;
        }
        // References may lead back to where they are, and to one definition from many places.
        if (!compared.computeIfAbsent(old, _ -> identitySet()).add(now)) {
            return;
        }
        if (old.isBoolean() || now.isBoolean()) {
            wholes(old, now, path);
            return;
        }
        changes.addAll(ComparedValues.between(old, now, path));
        changes.addAll(ComparedBounds.between(old, now, path));
        properties(old, now, path);
        additional(old, now, path);
        inside(old, now, "items", "items", path);
        annotations(old, now, path);
        others(old, now, path);
    }

    private static Set<JsonNode> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private void wholes(JsonNode old, JsonNode now, List<String> path) {
        if (acceptsNothing(now)) {
            add(Impact.BREAKING, path, "is refused now");
        } else if (acceptsNothing(old)) {
            add(Impact.COMPATIBLE, path, "is accepted now");
        } else {
            compare(old.isBoolean() ? ANYTHING : old, now.isBoolean() ? ANYTHING : now, path);
        }
    }

    private void properties(JsonNode old, JsonNode now, List<String> path) {
        var known = old.path("properties");
        var described = now.path("properties");
        var needed = texts(old.path("required"));
        var neededNow = texts(now.path("required"));
        var closed = acceptsNothing(now.path("additionalProperties"));
        for (var name : names(known, described, old.path("required"), now.path("required"))) {
            var inner = inner(path, name);
            if (!described.has(name) && known.has(name)) {
                add(
                        closed ? Impact.BREAKING : Impact.COMPATIBLE,
                        inner,
                        closed ? "is removed" : "is not described any more");
            } else if (described.has(name) && !known.has(name)) {
                var required = neededNow.contains(name);
                add(
                        required ? Impact.BREAKING : Impact.COMPATIBLE,
                        inner,
                        required ? "is new and required" : "is new and optional");
            } else {
                required(needed.contains(name), neededNow.contains(name), inner);
                compare(known.path(name), described.path(name), inner);
            }
        }
    }

    private void required(boolean before, boolean after, List<String> path) {
        if (after && !before) {
            add(Impact.BREAKING, path, "is required now");
        } else if (before && !after) {
            add(Impact.COMPATIBLE, path, "is optional now");
        }
    }

    private void additional(JsonNode old, JsonNode now, List<String> path) {
        var open = !acceptsNothing(old.path("additionalProperties"));
        var stillOpen = !acceptsNothing(now.path("additionalProperties"));
        if (open != stillOpen) {
            add(
                    open ? Impact.BREAKING : Impact.COMPATIBLE,
                    path,
                    open ? "properties that are not declared are refused now" : "any other property is accepted");
        } else if (open) {
            inside(old, now, "additionalProperties", "other properties", path);
        }
    }

    private void inside(JsonNode old, JsonNode now, String keyword, String display, List<String> path) {
        if (old.has(keyword) || now.has(keyword)) {
            compare(orAnything(old.path(keyword)), orAnything(now.path(keyword)), inner(path, display));
        }
    }

    private static JsonNode orAnything(JsonNode schema) {
        return schema.isMissingNode() ? ANYTHING : schema;
    }

    private void annotations(JsonNode old, JsonNode now, List<String> path) {
        if (!old.path("default").equals(now.path("default"))) {
            add(
                    Impact.BEHAVIOUR,
                    path,
                    "default is %s, was %s".formatted(written(now.path("default")), written(old.path("default"))));
        }
        if (!old.path("description").equals(now.path("description"))
                || !old.path("title").equals(now.path("title"))) {
            add(Impact.COMPATIBLE, path, "description changed");
        }
    }

    private static String written(JsonNode value) {
        return value.isMissingNode() ? "not set" : value.toString();
    }

    private void others(JsonNode old, JsonNode now, List<String> path) {
        for (var keyword : names(old, now)) {
            var understood = UNDERSTOOD.contains(keyword) || ComparedBounds.compares(keyword);
            if (understood) {
                continue;
            }
            var alone = JsonNodeFactory.instance.objectNode().set(keyword, now.path(keyword));
            if (!withoutWords(keyword, old.path(keyword)).equals(withoutWords(keyword, now.path(keyword)))) {
                add(Impact.BREAKING, path, keyword + " changed, and may refuse what was accepted");
            } else if (leadToOthers(before, after, alone, ReferencedSchemas::withoutWords)) {
                add(Impact.BREAKING, path, keyword + " refers to what changed, and may refuse what was accepted");
            } else if (!old.path(keyword).equals(now.path(keyword))
                    || leadToOthers(before, after, alone, UnaryOperator.identity())) {
                add(Impact.COMPATIBLE, path, "a description in %s changed".formatted(keyword));
            }
        }
    }

    private static List<String> inner(List<String> path, String name) {
        var inner = new ArrayList<>(path);
        inner.add(name);
        return List.copyOf(inner);
    }

    private void add(Impact impact, List<String> path, String message) {
        changes.add(new SchemaChange(impact, path, message));
    }
}
