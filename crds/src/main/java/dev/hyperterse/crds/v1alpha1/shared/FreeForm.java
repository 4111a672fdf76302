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
 * holds the objects of all namespaces: what is longer or deeper than any such member may be is not kept.
 */
public final class FreeForm extends JsonDeserializer<JsonNode> {
    private static final int MOST_CHARACTERS = 64 << 10;

    /** Text of that length has no more values than that. */
    static final int MOST_VALUES = MOST_CHARACTERS / 2;

    /** A tree of twice as many levels cannot be written as text again. */
    private static final int MOST_LEVELS = 500;

    /** Takes the place of what is longer or deeper. Itself too long, so whatever checks the length refuses it. */
    public static final JsonNode TOO_LARGE = TextNode.valueOf(" ".repeat(MOST_CHARACTERS + 1));

    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        var tokens = context.bufferForInputBuffering(parser);
        var values = 0;
        var characters = 0L;
        var depth = 0;
        var fits = true;
        for (var token = parser.currentToken(); token != null; token = parser.nextToken()) {
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            values += token.isStructEnd() || token == JsonToken.FIELD_NAME ? 0 : 1;
            characters += parser.getTextLength();
            fits &= values <= MOST_VALUES && characters <= MOST_CHARACTERS && depth <= MOST_LEVELS;
            if (fits) {
                tokens.copyCurrentEvent(parser);
            }
            if (depth == 0) {
                break;
            }
        }
        return fits ? context.readTree(tokens.asParserOnFirstToken()) : TOO_LARGE;
    }

    @Override
    public JsonNode getNullValue(DeserializationContext context) {
        return NullNode.getInstance();
    }
}
