package dev.hyperterse.compiler.inputs;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Finds references that come back to where they started without having gone one level into the value, such as
 * {@code {"$ref": "#"}}: a validator would follow them until its stack ends.
 */
final class SchemaLoops {
    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
    private static final List<String> SINGLE = List.of("not", "if", "then", "else");
    private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef");

    private final SchemaReferences references;
    private final Map<JsonNode, Visit> visits = new IdentityHashMap<>();

    private SchemaLoops(SchemaReferences references) {
        this.references = references;
    }

    /** The reference that closes a loop, if there is one. */
    static Optional<String> standingStill(JsonNode root, SchemaReferences references) {
        return new SchemaLoops(references).everywhere(root);
    }

    private Optional<String> everywhere(JsonNode node) {
        var here = node.isObject() ? from(node) : Optional.<String>empty();
        return here.or(() ->
                node.valueStream().flatMap(child -> everywhere(child).stream()).findFirst());
    }

    private Optional<String> from(JsonNode schema) {
        if (visits.get(schema) == Visit.DONE) {
            return Optional.empty();
        }
        visits.put(schema, Visit.UNDER_WAY);
        for (var step : samePlace(schema, references)) {
            if (visits.get(step.schema()) == Visit.UNDER_WAY) {
                return Optional.of(step.name());
            }
            var loop = from(step.schema());
            if (loop.isPresent()) {
                return loop;
            }
        }
        visits.put(schema, Visit.DONE);
        return Optional.empty();
    }

    /** The schemas that are applied to the very value this one is applied to. */
    static List<Step> samePlace(JsonNode schema, SchemaReferences references) {
        var steps = new ArrayList<Step>();
        for (var keyword : REFERENCES) {
            var reference = schema.path(keyword);
            if (reference.isString()) {
                references
                        .resolve(reference.stringValue())
                        .ifPresent(target -> steps.add(new Step(reference.stringValue(), target)));
            }
        }
        LISTS.forEach(keyword -> schema.path(keyword).forEach(item -> steps.add(new Step(keyword, item))));
        SINGLE.stream().filter(schema::has).forEach(keyword -> steps.add(new Step(keyword, schema.path(keyword))));
        schema.path("dependentSchemas").forEach(item -> steps.add(new Step("dependentSchemas", item)));
        return steps;
    }

    private enum Visit {
        UNDER_WAY,
        DONE
    }

    record Step(String name, JsonNode schema) {}
}
