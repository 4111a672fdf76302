package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The values that complete an argument: as many as the protocol allows, without those that are longer than any of ours. */
public final class CompletionValues extends CallResult {
    private static final int MOST = 100;
    private static final int LONGEST = 256;

    public CompletionValues(ResultBuffer out) {
        super("completion", out);
    }

    @Override
    void list(JsonParser result, JsonToken token, ResultBuffer array) throws NotMcp {
        if (token != JsonToken.START_OBJECT) {
            throw malformed();
        }
        var more = false;
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            var value = result.nextToken();
            switch (name) {
                case "values" -> more |= values(result, value, array);
                case "hasMore" -> more |= value == JsonToken.VALUE_TRUE;
                case "total" -> total(result, value);
                default -> result.skipChildren();
            }
        }
        structured().ascii(structured().size() == 0 ? "{" : ",").ascii("\"hasMore\":" + more + "}");
    }

    /** @return whether there are more than are shown */
    private static boolean values(JsonParser result, JsonToken token, ResultBuffer array) throws NotMcp {
        if (token != JsonToken.START_ARRAY) {
            throw malformed();
        }
        var shown = 0;
        var more = false;
        array.json('[');
        while (result.nextToken() != JsonToken.END_ARRAY) {
            if (result.currentToken() != JsonToken.VALUE_STRING) {
                throw malformed();
            }
            var value = result.getString();
            if (shown == MOST) {
                more = true;
            } else if (value.length() <= LONGEST) {
                array.ascii(shown == 0 ? "" : ",").quoted(value);
                shown++;
            } else {
                more = true;
            }
        }
        array.json(']');
        return more;
    }

    private void total(JsonParser result, JsonToken token) {
        var isInt = token == JsonToken.VALUE_NUMBER_INT && result.getNumberType() == JsonParser.NumberType.INT;
        var total = isInt ? result.getIntValue() : -1;
        result.skipChildren();
        if (total >= 0) {
            structured().ascii("{\"total\":" + total);
        }
    }

    private static NotMcp malformed() {
        return new NotMcp("the MCP server has sent a completion without values, or with others than texts");
    }
}
