package dev.hyperterse.compiler.openapi.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hyperterse.compiler.problem.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The part of reading that JSON and YAML have in common: bounds, and the places of operations. */
public final class DocumentBuilder {
    public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Deeper than any schema that a tool may have. */
    static final int DEEPEST = 100;

    /** Of the largest document that a ConfigMap holds each value has two bytes. */
    static final int MOST_VALUES = 500_000;

    private static final String PATHS = "paths";

    private final Map<String, Position> operations = new HashMap<>();
    private int values;

    /** Counts a value. */
    void value(int depth, Optional<Position> position) {
        if (depth > DEEPEST) {
            throw new UnreadableDocument("it is nested deeper than %d levels".formatted(DEEPEST), position);
        }
        if (++values > MOST_VALUES) {
            throw new UnreadableDocument("it has more than %d values".formatted(MOST_VALUES), position);
        }
    }

    /**
     * Notes where an operation begins, which is a member of a member of {@code paths}.
     *
     * @param parent the pointer to the value that has the member; empty where no operation is in it
     * @return the pointer to the member. It has one only on the way to operations: with a long name in front of many
     *     members, the pointers of a short document would fill the memory
     */
    Optional<String> member(Optional<String> parent, String key, int depth, Optional<Position> position) {
        if (depth == 1) {
            return parent.filter(_ -> key.equals(PATHS)).map(it -> pointer(it, key));
        }
        if (depth == 2) {
            return parent.map(it -> pointer(it, Operation.shown(key)));
        }
        if (Operation.isMethod(key)) {
            parent.ifPresent(path -> position.ifPresent(it -> operations.putIfAbsent(pointer(path, key), it)));
        }
        return Optional.empty();
    }

    ApiDocument document(JsonNode root) {
        return new ApiDocument(root, Map.copyOf(operations));
    }

    private static String pointer(String parent, String key) {
        return parent + "/" + ApiDocument.escaped(key);
    }
}
