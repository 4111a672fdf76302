package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A result that is a list of pieces, which are objects. */
abstract sealed class PieceList extends CallResult permits ToolResult, PromptMessages, ResourceContents {
    PieceList(String list, ResultBuffer out) {
        super(list, out);
    }

    /** Copies the members of a piece, whose object is open; the parser is before the first one. */
    abstract void piece(JsonParser result, Members members) throws NotMcp;

    /** The failure of a piece that is not one of the protocol. */
    abstract NotMcp malformed();

    @Override
    final void list(JsonParser result, JsonToken token, ResultBuffer pieces) throws NotMcp {
        if (token != JsonToken.START_ARRAY) {
            throw malformed();
        }
        pieces.json('[');
        while (result.nextToken() != JsonToken.END_ARRAY) {
            if (pieces.size() > 1) {
                pieces.json(',');
            }
            if (result.currentToken() != JsonToken.START_OBJECT) {
                throw malformed();
            }
            pieces.json('{');
            piece(result, new Members(pieces));
            pieces.json('}');
        }
        pieces.json(']');
    }
}
