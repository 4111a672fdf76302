package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;

/**
 * Reads a member whose content no schema of the API server bounds. Its tree takes up to 26 times its text, and one reader
 * holds the objects of all namespaces.
 */
public final class FreeForm extends JsonDeserializer<JsonNode> {
    /** Text of 64 KiB, the most that any such member may have, has no more values than that. */
    static final int MOST_VALUES = 32 << 10;

    /** Takes the place of what has more values. Itself longer than 64 KiB, so whatever checks the length refuses it. */
    public static final JsonNode TOO_LARGE =
            TextNode.valueOf("more than %d values".formatted(MOST_VALUES) + " ".repeat(64 << 10));

    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        var tokens = context.bufferForInputBuffering(parser);
        var values = 0;
        var depth = 0;
        for (var token = parser.currentToken(); token != null; token = parser.nextToken()) {
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            values += token.isStructEnd() || token == JsonToken.FIELD_NAME ? 0 : 1;
            if (values <= MOST_VALUES) {
                tokens.copyCurrentEvent(parser);
            }
            if (depth == 0) {
                break;
            }
        }
        return values > MOST_VALUES ? TOO_LARGE : context.readTree(tokens.asParserOnFirstToken());
    }

    @Override
    public JsonNode getNullValue(DeserializationContext context) {
        return NullNode.getInstance();
    }
}
