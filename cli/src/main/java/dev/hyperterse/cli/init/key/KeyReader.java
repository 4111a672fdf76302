package dev.hyperterse.cli.init.key;

import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.generate.ServerManifest;
import dev.hyperterse.cli.init.read.ServedTools;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Reads keys and their types, a bounded number of them, and no value. */
public record KeyReader(ServedTools tools) {
    private static final String TOOLS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: count-keys}
            spec:
              serverRefs: [{name: %1$s}]
              statement: {adapter: %2$s, text: {inline: DBSIZE}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: read-keys}
            spec:
              serverRefs: [{name: %1$s}]
              inputs: [{name: cursor, type: string}]
              result: {maxRows: 100000, overflow: Fail}
              statement: {adapter: %2$s, text: {inline: "SCAN {{ inputs.cursor }} COUNT 1000"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: read-type}
            spec:
              serverRefs: [{name: %1$s}]
              inputs: [{name: key, type: string}]
              statement: {adapter: %2$s, text: {inline: "TYPE {{ inputs.key }}"}}
            """;

    private static final int MOST_KEYS = 100_000;
    private static final int MOST_ROUNDS = 500;

    /** The tools that it calls, as manifests. */
    public static String manifests(String server) {
        return TOOLS.formatted(server, ServerManifest.ADAPTER);
    }

    /** How many keys the database has. */
    public long count() {
        return tools.rows("count-keys", Map.of()).getFirst().path("value").asLong();
    }

    /** The keys themselves, as many as a bound allows. */
    public Set<String> keys() {
        var keys = new LinkedHashSet<String>();
        var cursor = "0";
        for (var round = 0; round < MOST_ROUNDS && keys.size() < MOST_KEYS; round++) {
            var reply = tools.rows("read-keys", Map.of("cursor", cursor));
            cursor = text(reply.getFirst().path("value"));
            reply.getLast().path("value").forEach(key -> keys.add(text(key)));
            if (cursor.equals("0")) {
                break;
            }
        }
        return keys;
    }

    /** The types of patterns. @param leftOut gets those without a single type that a tool can show */
    public Map<KeyPattern, KeyType> types(List<KeyPattern> patterns, List<LeftOut> leftOut) {
        var types = new LinkedHashMap<KeyPattern, KeyType>();
        for (var pattern : patterns) {
            var found = pattern.examples().stream()
                    .map(key -> text(tools.rows("read-type", Map.of("key", key))
                            .getFirst()
                            .path("value")))
                    // A key may have expired since.
                    .filter(word -> !word.equals("none"))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            var type = found.size() == 1 ? KeyType.of(found.getFirst()) : Optional.<KeyType>empty();
            type.ifPresentOrElse(
                    it -> types.put(pattern, it),
                    () -> leftOut.add(new LeftOut(
                            pattern.glob(),
                            switch (found.size()) {
                                case 0 -> "its keys are gone";
                                case 1 -> "no command here reads the type %s".formatted(found.getFirst());
                                default -> "its keys have several types: " + String.join(", ", found);
                            })));
        }
        return types;
    }

    private static String text(JsonNode node) {
        return node.asString("");
    }

    /** A sentence where only some of {@code all} keys were read. */
    public static Optional<String> note(long all, int read) {
        return read < all ? Optional.of("%d of %d keys were looked at".formatted(read, all)) : Optional.empty();
    }
}
