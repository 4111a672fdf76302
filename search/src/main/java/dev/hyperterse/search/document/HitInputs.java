package dev.hyperterse.search.document;

import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * The list of inputs in a hit. Each entry has the keywords of the input's schema, so that a hit needs no schema beside
 * them. A schema that says more than its properties do is shown as a whole; the entries then repeat nothing of it.
 */
final class HitInputs {
    /** The keywords that an entry says in its own words, or by being there. */
    private static final Set<String> SAID_BY_ENTRIES = Set.of("name", "type", "optional", "description", "default");

    private static final Set<String> SAID_BY_LISTS =
            Set.of("$schema", "type", "properties", "required", "additionalProperties");

    private final JsonNode properties;
    private final boolean complete;

    HitInputs(List<SearchInput> inputs, JsonNode schema) {
        this.properties = schema.path("properties");
        this.complete = schema.propertyStream().allMatch(keyword -> SAID_BY_LISTS.contains(keyword.getKey()))
                && isClosed(schema)
                && properties.size() == inputs.size()
                && properties.valueStream().allMatch(HitInputs::isSayable);
    }

    /** Whether no property may be added to those of the entries. */
    private static boolean isClosed(JsonNode schema) {
        var others = schema.path("additionalProperties");
        return others.isBoolean() && !others.booleanValue();
    }

    /** Whether the entries say everything that the schema does. */
    boolean areComplete() {
        return complete;
    }

    /** A reference has nothing to refer to in an entry, and an entry names one type. */
    private static boolean isSayable(JsonNode property) {
        var type = property.path("type");
        boolean isOfOneType = type.isMissingNode()
                ? property.has("const") || property.has("enum")
                : type.isString() && !type.stringValue().equals("null");
        return isOfOneType
                && property.findValues("$ref").isEmpty()
                && property.findValues("$dynamicRef").isEmpty();
    }

    void write(SearchInput input, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("name", input.name());
        json.writeStringProperty("type", input.type());
        json.writeBooleanProperty("optional", input.optional());
        input.description().ifPresent(description -> json.writeStringProperty("description", description));
        input.defaultJson().ifPresent(value -> {
            json.writeName("default_value");
            json.writeRawValue(value);
        });
        if (complete) {
            properties.path(input.name()).forEachEntry((keyword, value) -> {
                if (isAddition(keyword, value, input)) {
                    json.writeName(keyword);
                    json.writeTree(value);
                }
            });
        }
        json.writeEndObject();
    }

    /** Headers are for direct calls; the type of an instant has its format in its name. */
    private static boolean isAddition(String keyword, JsonNode value, SearchInput input) {
        return !SAID_BY_ENTRIES.contains(keyword)
                && !keyword.startsWith("x-")
                && !(keyword.equals("format")
                        && input.type().equals("datetime")
                        && value.asString("").equals("date-time"));
    }
}
