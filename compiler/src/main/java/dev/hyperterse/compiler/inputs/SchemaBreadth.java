package dev.hyperterse.compiler.inputs;

import java.util.IdentityHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Computes how many schemas are evaluated for one value, and how deep they follow from each other: {@code allOf} of
 * twice the same reference doubles them, and a chain of such definitions doubles them at each step. A replica would
 * evaluate them all.
 */
final class SchemaBreadth {
    /** Beyond any number that is allowed, however often it is doubled. */
    private static final long ENDLESS = 1L << 40;

    private final SchemaReferences references;
    private final Map<JsonNode, Extent> extents = new IdentityHashMap<>();

    private SchemaBreadth(SchemaReferences references) {
        this.references = references;
    }

    /**
     * @param schemas evaluated for one value, with the schema itself
     * @param depth how many of them follow from each other
     */
    record Extent(long schemas, int depth) {
        private Extent with(Extent other) {
            return new Extent(Math.min(ENDLESS, schemas + other.schemas), Math.max(depth, other.depth + 1));
        }

        private Extent most(Extent other) {
            return new Extent(Math.max(schemas, other.schemas), Math.max(depth, other.depth));
        }
    }

    /** The most of each that any value within the schema causes; no reference of it may stand still. */
    static Extent of(JsonNode root, SchemaReferences references) {
        return new SchemaBreadth(references).anywhere(root);
    }

    private Extent anywhere(JsonNode node) {
        var most = node.isObject() ? at(node) : new Extent(0, 0);
        for (var child : node) {
            most = most.most(anywhere(child));
        }
        return most;
    }

    private Extent at(JsonNode schema) {
        var known = extents.get(schema);
        if (known != null) {
            return known;
        }
        var extent = new Extent(1, 1);
        for (var step : SchemaLoops.samePlace(schema, references)) {
            extent = extent.with(at(step.schema()));
        }
        extents.put(schema, extent);
        return extent;
    }
}
