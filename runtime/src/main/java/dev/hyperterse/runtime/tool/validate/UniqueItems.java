package dev.hyperterse.runtime.tool.validate;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Looks for equal items by the text of each. A set of the values themselves would be as slow as comparing all with all
 * for a caller who sends values of one hash; texts have an order, which keeps such a set fast.
 */
final class UniqueItems {
    private UniqueItems() {}

    /** Two equal items, none where all differ; what is no array stays as it is. */
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

    /** The same text for values that JSON Schema takes for equal: 1 and 1.0, objects in any order. */
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
