package dev.hyperterse.rule;

import dev.cel.common.values.NullValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import tools.jackson.databind.JsonNode;

/** JSON as rules and expressions see it; members stay in their order. */
public final class JsonValues {
    private JsonValues() {}

    /** A whole number that is none of 64 bits stays what rules cannot compute with: rounded, it could equal another. */
    public static Object of(JsonNode json) {
        return switch (json.getNodeType()) {
            case STRING -> json.asString();
            case BOOLEAN -> json.asBoolean();
            case NUMBER -> number(json);
            case ARRAY -> {
                var items = new ArrayList<Object>(json.size());
                json.forEach(item -> items.add(of(item)));
                yield items;
            }
            case OBJECT -> {
                var members = new LinkedHashMap<String, Object>();
                json.forEachEntry((name, value) -> members.put(name, of(value)));
                yield members;
            }
            case NULL, MISSING, BINARY, POJO -> NullValue.NULL_VALUE;
        };
    }

    private static Object number(JsonNode json) {
        if (!json.isIntegralNumber()) {
            return json.asDouble();
        }
        return json.canConvertToLong() ? json.asLong() : json.bigIntegerValue();
    }
}
