package dev.hyperterse.engines.http;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowArray;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Copies JSON of another side token by token, without a tree and without white space. */
public final class JsonCopy {
    private JsonCopy() {}

    /** The document ends within a value. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super("the JSON is malformed", null, false, false);
        }
    }

    /** Copies the current value, in a loop: a response may be deep. @return how many tokens it has */
    public static int value(JsonParser parser, ResultBuffer out) {
        return value(parser, out, Integer.MAX_VALUE);
    }

    /** Copies the current value, until it has more tokens than that. @return how many it has */
    public static int value(JsonParser parser, ResultBuffer out, int most) {
        var tokens = 0;
        var depth = 0;
        var separated = true;
        do {
            var token = parser.currentToken();
            if (token == null) {
                throw new Malformed();
            }
            if (!separated && !token.isStructEnd()) {
                out.json(',');
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            write(parser, token, out);
            separated = token.isStructStart() || token == JsonToken.PROPERTY_NAME;
        } while (++tokens <= most && depth > 0 && parser.nextToken() != null);
        return tokens;
    }

    private static void write(JsonParser parser, JsonToken token, ResultBuffer out) {
        switch (token) {
            case START_OBJECT -> out.json('{');
            case END_OBJECT -> out.json('}');
            case START_ARRAY -> out.json('[');
            case END_ARRAY -> out.json(']');
            case PROPERTY_NAME -> out.quoted(parser.currentName()).json(':');
            case VALUE_STRING -> out.quoted(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.ascii(parser.getString());
            case VALUE_TRUE -> out.ascii("true");
            case VALUE_FALSE -> out.ascii("false");
            case VALUE_NULL -> out.raw(RowArray.NULL);
            case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT -> throw new Malformed();
        }
    }
}
