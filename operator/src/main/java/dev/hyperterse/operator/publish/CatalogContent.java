package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The content to publish for one server.
 *
 * @param slots in the order of their number, none of them without definitions
 * @param values may be secret; the publisher gives them an id and stores them in the Secret
 */
public record CatalogContent(ServerSettings server, List<EncodedSlot> slots, Map<ValueKey, String> values) {
    public CatalogContent {
        slots = List.copyOf(slots);
        values = new TreeMap<>(values);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return "CatalogContent[" + server.identity().display() + ", " + slots + ", " + values.keySet() + "]";
    }
}
