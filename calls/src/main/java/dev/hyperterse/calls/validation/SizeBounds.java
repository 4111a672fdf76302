package dev.hyperterse.calls.validation;

import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The sizes that one schema allows. Checking a size is cheap, so it comes before all checks of the content. */
final class SizeBounds {
    static final Set<String> KEYWORDS = Set.of("maxLength", "maxItems", "maxProperties");

    private final OptionalInt mostCharacters;
    private final OptionalInt mostItems;
    private final OptionalInt mostProperties;

    SizeBounds(JsonNode schema) {
        this.mostCharacters = bound(schema, "maxLength");
        this.mostItems = bound(schema, "maxItems");
        this.mostProperties = bound(schema, "maxProperties");
    }

    boolean exceededBy(JsonNode value) {
        if (value.isString()) {
            return mostCharacters.isPresent() && isLonger(value.stringValue(), mostCharacters.getAsInt());
        }
        var most = value.isArray() ? mostItems : mostProperties;
        return value.isContainer() && most.isPresent() && value.size() > most.getAsInt();
    }

    private static boolean isLonger(String text, int characters) {
        return text.length() > characters && text.codePointCount(0, text.length()) > characters;
    }

    private static OptionalInt bound(JsonNode schema, String keyword) {
        var bound = schema.path(keyword);
        return bound.canConvertToInt() ? OptionalInt.of(bound.intValue()) : OptionalInt.empty();
    }
}
