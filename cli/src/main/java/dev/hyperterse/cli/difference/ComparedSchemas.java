package dev.hyperterse.cli.difference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Whether everything that one JSON Schema accepts is accepted by the next one. Where that cannot be decided, the change
 * counts as breaking: a reviewer can tell, and a client cannot.
 */
final class ComparedSchemas {
    /** References in a row; a schema that has more of them is compared where they are left. */
    private static final int MOST_REFERENCES = 48;

    private static final JsonNode ANYTHING = JsonNodeFactory.instance.objectNode();
    private static final Set<String> TYPES =
            Set.of("null", "boolean", "object", "array", "number", "integer", "string");
    private static final List<String> LOWER =
            List.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
    private static final List<String> UPPER =
            List.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");
    private static final List<String> EXACT = List.of("pattern", "format", "multipleOf", "uniqueItems");

    /** What may stand beside a reference without a meaning for what is accepted. */
    private static final Set<String> BESIDE_A_REFERENCE =
            Set.of("$ref", "$defs", "$schema", "$comment", "description", "title", "default", "examples");

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

    /**
     * One difference.
     *
     * @param property names from the outermost property inwards; empty for the schema itself
     */
    record SchemaChange(Impact impact, List<String> property, String message) {}

    static List<SchemaChange> between(JsonNode before, JsonNode after) {
        var compared = new ComparedSchemas(before, after);
        compared.compare(before, after, List.of());
        return List.copyOf(compared.changes);
    }

    private void compare(JsonNode writtenBefore, JsonNode writtenAfter, List<String> path) {
        var old = resolved(before, writtenBefore);
        var now = resolved(after, writtenAfter);
        if (old.equals(now) && !refers(old)) {
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
        types(old, now, path);
        choices(old, now, path);
        bounds(old, now, path);
        EXACT.forEach(keyword -> exact(keyword, old, now, path));
        properties(old, now, path);
        additional(old, now, path);
        inside(old, now, "items", "items", path);
        annotations(old, now, path);
        others(old, now, path);
    }

    private static Set<JsonNode> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** A subtree may be equal as text and refer to a definition that changed. */
    private static boolean refers(JsonNode schema) {
        return schema.toString().contains("\"$ref\"");
    }

    private static JsonNode resolved(JsonNode root, JsonNode schema) {
        var current = schema;
        for (var step = 0; step < MOST_REFERENCES && current.path("$ref").isString(); step++) {
            var reference = current.path("$ref").asString();
            if (!reference.startsWith("#") || current.size() > 1 && !onlyAnnotated(current)) {
                return current;
            }
            current = root.at(reference.substring(1));
        }
        return current.isMissingNode() ? ANYTHING : current;
    }

    private static boolean onlyAnnotated(JsonNode schema) {
        return schema.propertyNames().stream().allMatch(BESIDE_A_REFERENCE::contains);
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

    private static boolean acceptsNothing(JsonNode schema) {
        return schema.isBoolean() && !schema.asBoolean();
    }

    private void types(JsonNode old, JsonNode now, List<String> path) {
        var accepted = typesOf(old);
        var stillAccepted = typesOf(now);
        var lost = accepted.stream()
                .filter(type ->
                        !stillAccepted.contains(type) && !(type.equals("integer") && stillAccepted.contains("number")))
                .toList();
        if (!lost.isEmpty()) {
            add(Impact.BREAKING, path, "type is %s, was %s".formatted(display(stillAccepted), display(accepted)));
        } else if (!stillAccepted.equals(accepted)) {
            add(Impact.COMPATIBLE, path, "type is %s, was %s".formatted(display(stillAccepted), display(accepted)));
        }
    }

    private static Set<String> typesOf(JsonNode schema) {
        var type = schema.path("type");
        if (type.isString()) {
            return Set.of(type.asString());
        }
        return type.isArray() ? texts(type) : TYPES;
    }

    private static String display(Set<String> types) {
        return types.equals(TYPES) ? "any" : types.stream().sorted().collect(Collectors.joining(" or "));
    }

    private void choices(JsonNode old, JsonNode now, List<String> path) {
        var accepted = choicesOf(old);
        var stillAccepted = choicesOf(now);
        if (accepted.equals(stillAccepted)) {
            return;
        }
        if (stillAccepted.isEmpty()) {
            add(Impact.COMPATIBLE, path, "any value is accepted, not only " + values(accepted));
        } else if (accepted.isEmpty()) {
            add(Impact.BREAKING, path, "only %s is accepted now".formatted(values(stillAccepted)));
        } else {
            var lost = without(accepted, stillAccepted);
            var won = without(stillAccepted, accepted);
            if (!lost.isEmpty()) {
                add(Impact.BREAKING, path, values(lost) + " is not accepted any more");
            }
            if (!won.isEmpty()) {
                add(Impact.COMPATIBLE, path, values(won) + " is accepted as well");
            }
        }
    }

    private static Set<JsonNode> choicesOf(JsonNode schema) {
        var choices = new LinkedHashSet<JsonNode>();
        schema.path("enum").forEach(choices::add);
        if (schema.has("const")) {
            choices.add(schema.get("const"));
        }
        return choices;
    }

    private static Set<JsonNode> without(Set<JsonNode> all, Set<JsonNode> some) {
        var rest = new LinkedHashSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private static String values(Set<JsonNode> choices) {
        return choices.stream().limit(8).map(JsonNode::toString).collect(Collectors.joining(", "))
                + (choices.size() > 8 ? " and " + (choices.size() - 8) + " more" : "");
    }

    private void bounds(JsonNode old, JsonNode now, List<String> path) {
        LOWER.forEach(keyword -> bound(keyword, old, now, path, 1));
        UPPER.forEach(keyword -> bound(keyword, old, now, path, -1));
    }

    /** @param narrowing the sign of the direction in which the bound accepts less */
    private void bound(String keyword, JsonNode old, JsonNode now, List<String> path, int narrowing) {
        var lastBound = numberOf(old, keyword);
        var nextBound = numberOf(now, keyword);
        if (nextBound.isEmpty() && lastBound.isEmpty()) {
            return;
        }
        if (nextBound.isEmpty()) {
            add(Impact.COMPATIBLE, path, "%s %s is gone".formatted(keyword, plain(lastBound.getFirst())));
        } else if (lastBound.isEmpty()) {
            add(Impact.BREAKING, path, "%s %s is new".formatted(keyword, plain(nextBound.getFirst())));
        } else {
            var direction = nextBound.getFirst().compareTo(lastBound.getFirst()) * narrowing;
            if (direction != 0) {
                add(
                        direction > 0 ? Impact.BREAKING : Impact.COMPATIBLE,
                        path,
                        "%s is %s, was %s"
                                .formatted(keyword, plain(nextBound.getFirst()), plain(lastBound.getFirst())));
            }
        }
    }

    /** The bound, or none; a length or count of at least 0 is none. */
    private static List<BigDecimal> numberOf(JsonNode schema, String keyword) {
        var number = schema.path(keyword);
        if (!number.isNumber()) {
            return List.of();
        }
        var bound = number.decimalValue();
        var counts = keyword.startsWith("min") && !keyword.equals("minimum");
        return counts && bound.signum() == 0 ? List.of() : List.of(bound);
    }

    private static String plain(BigDecimal number) {
        return number.toPlainString();
    }

    private void exact(String keyword, JsonNode old, JsonNode now, List<String> path) {
        var rule = rule(old, keyword);
        var nextRule = rule(now, keyword);
        if (rule.equals(nextRule)) {
            return;
        }
        if (nextRule.isMissingNode()) {
            add(Impact.COMPATIBLE, path, "%s %s is gone".formatted(keyword, rule));
        } else {
            add(
                    Impact.BREAKING,
                    path,
                    rule.isMissingNode()
                            ? "%s %s is new".formatted(keyword, nextRule)
                            : "%s is %s, was %s".formatted(keyword, nextRule, rule));
        }
    }

    /** False is what a rule is that is not written. */
    private static JsonNode rule(JsonNode schema, String keyword) {
        var rule = schema.path(keyword);
        return rule.isBoolean() && !rule.asBoolean() ? schema.path("") : rule;
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
            var understood = UNDERSTOOD.contains(keyword)
                    || LOWER.contains(keyword)
                    || UPPER.contains(keyword)
                    || EXACT.contains(keyword);
            if (!understood && !old.path(keyword).equals(now.path(keyword))) {
                add(Impact.BREAKING, path, keyword + " changed, and may refuse what was accepted");
            }
        }
    }

    private static Set<String> names(JsonNode... maps) {
        var names = new LinkedHashSet<String>();
        for (var map : maps) {
            names.addAll(map.isArray() ? texts(map) : Set.copyOf(map.propertyNames()));
        }
        return names.stream().sorted().collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asString)
                .collect(Collectors.toCollection(LinkedHashSet::new));
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
