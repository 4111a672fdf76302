package dev.hyperterse.cli.difference;

import static dev.hyperterse.cli.difference.SchemaChange.breaking;
import static dev.hyperterse.cli.difference.SchemaChange.compatible;

import dev.hyperterse.cli.print.Counted;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Compares the values that {@code type}, {@code enum} and {@code const} of two schemas accept. */
final class ComparedValues {
    private static final Set<String> TYPES =
            Set.of("null", "boolean", "object", "array", "number", "integer", "string");

    private ComparedValues() {}

    static List<SchemaChange> between(JsonNode old, JsonNode now, List<String> path) {
        var changes = new ArrayList<SchemaChange>();
        types(old, now, path).ifPresent(changes::add);
        changes.addAll(choices(old, now, path));
        return changes;
    }

    private static Optional<SchemaChange> types(JsonNode old, JsonNode now, List<String> path) {
        var accepted = typesOf(old);
        var stillAccepted = typesOf(now);
        if (stillAccepted.equals(accepted)) {
            return Optional.empty();
        }
        var message = "type is %s, was %s".formatted(display(stillAccepted), display(accepted));
        var nothingLost = accepted.stream()
                .allMatch(type ->
                        stillAccepted.contains(type) || type.equals("integer") && stillAccepted.contains("number"));
        return Optional.of(nothingLost ? compatible(path, message) : breaking(path, message));
    }

    private static Set<String> typesOf(JsonNode schema) {
        var type = schema.path("type");
        if (type.isString()) {
            return Set.of(type.asString());
        }
        return type.isArray() ? KeywordNames.texts(type) : TYPES;
    }

    private static String display(Set<String> types) {
        return types.equals(TYPES) ? "any" : types.stream().sorted().collect(Collectors.joining(" or "));
    }

    private static List<SchemaChange> choices(JsonNode old, JsonNode now, List<String> path) {
        var accepted = choicesOf(old);
        var stillAccepted = choicesOf(now);
        if (accepted.equals(stillAccepted)) {
            return List.of();
        }
        if (stillAccepted.isEmpty()) {
            return List.of(compatible(path, "any value is accepted, not only " + values(accepted)));
        }
        if (accepted.isEmpty()) {
            return List.of(breaking(path, "only %s is accepted now".formatted(values(stillAccepted))));
        }
        var changes = new ArrayList<SchemaChange>();
        var lost = without(accepted, stillAccepted);
        if (!lost.isEmpty()) {
            changes.add(breaking(path, values(lost) + " is not accepted any more"));
        }
        var won = without(stillAccepted, accepted);
        if (!won.isEmpty()) {
            changes.add(compatible(path, values(won) + " is accepted as well"));
        }
        return changes;
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
        return Counted.first(8, choices.stream().map(JsonNode::toString).toList());
    }
}
