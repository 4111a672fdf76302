package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.io.IOException;

/**
 * A JSON value of an object, as its text. The operator keeps every object, and the tree of a value can take twenty times
 * the memory of its text.
 */
@JsonDeserialize(using = JsonText.Reader.class)
public record JsonText(String text) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static JsonText of(JsonNode tree) {
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

    /** Reads a value that is not too long as a tree, which is gone when its text is made. */
    static final class Reader extends JsonDeserializer<JsonText> {
        private final FreeForm tree = new FreeForm();

        @Override
        public JsonText deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return of(tree.deserialize(parser, context));
        }
    }
}
