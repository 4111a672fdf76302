package dev.hyperterse.cli.difference;

import java.util.List;

/**
 * One difference between two JSON Schemas.
 *
 * @param property names from the outermost property inwards; empty for the schema itself
 */
record SchemaChange(Impact impact, List<String> property, String message) {
    static SchemaChange breaking(List<String> property, String message) {
        return new SchemaChange(Impact.BREAKING, property, message);
    }

    static SchemaChange compatible(List<String> property, String message) {
        return new SchemaChange(Impact.COMPATIBLE, property, message);
    }
}
