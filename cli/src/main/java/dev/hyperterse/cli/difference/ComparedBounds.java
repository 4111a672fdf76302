package dev.hyperterse.cli.difference;

import static dev.hyperterse.cli.difference.SchemaChange.breaking;
import static dev.hyperterse.cli.difference.SchemaChange.compatible;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Smallest and largest values, lengths and counts of two schemas, and rules that are equal or not. */
final class ComparedBounds {
    private static final List<String> LOWER =
            List.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
    private static final List<String> UPPER =
            List.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");
    private static final List<String> EXACT = List.of("pattern", "format", "multipleOf", "uniqueItems");

    private ComparedBounds() {}

    static boolean compares(String keyword) {
        return LOWER.contains(keyword) || UPPER.contains(keyword) || EXACT.contains(keyword);
    }

    static List<SchemaChange> between(JsonNode old, JsonNode now, List<String> path) {
        var changes = new ArrayList<SchemaChange>();
        LOWER.forEach(keyword -> bound(keyword, old, now, path, 1).ifPresent(changes::add));
        UPPER.forEach(keyword -> bound(keyword, old, now, path, -1).ifPresent(changes::add));
        EXACT.forEach(keyword -> exact(keyword, old, now, path).ifPresent(changes::add));
        return changes;
    }

    /** @param narrowing the sign of the direction in which the bound accepts less */
    private static Optional<SchemaChange> bound(
            String keyword, JsonNode old, JsonNode now, List<String> path, int narrowing) {
        var last = numberOf(old, keyword);
        var next = numberOf(now, keyword);
        if (next.isEmpty()) {
            return last.map(bound -> compatible(path, "%s %s is gone".formatted(keyword, bound.toPlainString())));
        }
        var bound = next.get().toPlainString();
        if (last.isEmpty()) {
            return Optional.of(breaking(path, "%s %s is new".formatted(keyword, bound)));
        }
        var direction = next.get().compareTo(last.get()) * narrowing;
        var message = "%s is %s, was %s".formatted(keyword, bound, last.get().toPlainString());
        return direction == 0
                ? Optional.empty()
                : Optional.of(direction > 0 ? breaking(path, message) : compatible(path, message));
    }

    /** A length or count of at least 0 is no bound. */
    private static Optional<BigDecimal> numberOf(JsonNode schema, String keyword) {
        var number = schema.path(keyword);
        if (!number.isNumber()) {
            return Optional.empty();
        }
        var bound = number.decimalValue();
        var counts = keyword.startsWith("min") && !keyword.equals("minimum");
        return counts && bound.signum() == 0 ? Optional.empty() : Optional.of(bound);
    }

    private static Optional<SchemaChange> exact(String keyword, JsonNode old, JsonNode now, List<String> path) {
        var rule = rule(old, keyword);
        var nextRule = rule(now, keyword);
        if (rule.equals(nextRule)) {
            return Optional.empty();
        }
        if (nextRule.isMissingNode()) {
            return Optional.of(compatible(path, "%s %s is gone".formatted(keyword, rule)));
        }
        return Optional.of(breaking(
                path,
                rule.isMissingNode()
                        ? "%s %s is new".formatted(keyword, nextRule)
                        : "%s is %s, was %s".formatted(keyword, nextRule, rule)));
    }

    /** False is what a rule is that is not written. */
    private static JsonNode rule(JsonNode schema, String keyword) {
        var rule = schema.path(keyword);
        return rule.isBoolean() && !rule.asBoolean() ? schema.path("") : rule;
    }
}
