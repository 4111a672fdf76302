package dev.hyperterse.compiler.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.openapi.document.UnusableOperation;

/**
 * The room of one document for the schemas of its operations. Each operation has a schema of its own, also where all refer
 * to the same one: a short document could fill the memory with them.
 */
final class SchemaRoom {
    private static final int MOST_VALUES = 200_000;

    private int left = MOST_VALUES;

    void take(RequestBuilder.Built built) {
        var values = values(built.inputSchema());
        if (values > left) {
            throw new UnusableOperation(
                    "its schema and those of the operations before it have more than %d values; bring some by another Tool with the same document"
                            .formatted(MOST_VALUES));
        }
        left -= values;
    }

    /** A tree of JSON takes memory by its values, and not by its text. */
    private static int values(JsonNode node) {
        return 1 + node.valueStream().mapToInt(SchemaRoom::values).sum();
    }
}
