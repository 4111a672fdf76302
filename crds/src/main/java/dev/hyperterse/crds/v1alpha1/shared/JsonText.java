package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;

/**
 * A JSON value of an object, as its text. The operator keeps every object, and the tree of a value can take twenty times
 * the memory of its text.
 */
public record JsonText(String text) {
    private static final ObjectMapper JSON = new ObjectMapper();

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static JsonText of(@JsonDeserialize(using = FreeForm.class) JsonNode tree) {
        return new JsonText(tree.toString());
    }

    /** Made anew by each call, for a caller who reads it and lets it go. */
    @JsonValue
    public JsonNode tree() {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("the text of a tree is JSON", impossible);
        }
    }

    /** A mapper reads an absent tree as a JSON null. */
    public boolean isNull() {
        return text.equals("null");
    }
}
