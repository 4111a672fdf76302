package dev.hyperterse.cli.difference;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Reads the names and lists of names that schemas consist of. */
final class KeywordNames {
    private KeywordNames() {}

    /** All names of all of them, each an object or a list of names, sorted. */
    static Set<String> names(JsonNode... maps) {
        var names = new LinkedHashSet<String>();
        for (var map : maps) {
            names.addAll(map.isArray() ? texts(map) : Set.copyOf(map.propertyNames()));
        }
        return names.stream().sorted().collect(Collectors.toCollection(LinkedHashSet::new));
    }

    static Set<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asString)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    static boolean acceptsNothing(JsonNode schema) {
        return schema.isBoolean() && !schema.asBoolean();
    }
}
