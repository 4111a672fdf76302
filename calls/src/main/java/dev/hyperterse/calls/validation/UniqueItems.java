package dev.hyperterse.calls.validation;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Finds equal items by their texts. A hash set of the values would be quadratic for a caller who sends values with
 * equal hashes; texts have an order, which keeps such a set fast.
 */
final class UniqueItems {
    private UniqueItems() {}

    /** Replaces an array by two equal items, or by none if all differ; other values are unchanged. */
    static JsonNode distinguished(JsonNode value) {
        if (!value.isArray()) {
            return value;
        }
        Map<String, JsonNode> seen = new HashMap<>();
        for (var item : value) {
            var same = seen.put(canonical(item), item);
            if (same != null) {
                return JsonNodeFactory.instance.arrayNode().add(same).add(item);
            }
        }
        return JsonNodeFactory.instance.arrayNode();
    }

    /**
     * The canonical text of a value: equal for values that are equal in JSON Schema, such as 1 and 1.0, or objects in
     * another order.
     */
    private static String canonical(JsonNode value) {
        if (value.isNumber()) {
            return value.decimalValue().stripTrailingZeros().toString();
        }
        if (value.isArray()) {
            var text = new StringBuilder("[");
            value.forEach(item -> text.append(canonical(item)).append(','));
            return text.append(']').toString();
        }
        if (value.isObject()) {
            var members = new TreeMap<String, String>();
            value.properties()
                    .forEach(member -> members.put(
                            JsonNodeFactory.instance.stringNode(member.getKey()).toString(),
                            canonical(member.getValue())));
            return members.toString();
        }
        return value.toString();
    }
}
