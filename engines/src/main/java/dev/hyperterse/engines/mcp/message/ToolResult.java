package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.engines.http.JsonCopy;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The result of a tool. What is no object where the protocol has one is left out. */
public final class ToolResult extends PieceList {
    /** More than is shown, so that no secret is cut into a piece that is not recognised. */
    private static final int LONGEST_TEXT = 64 * 1024;

    private final StringBuilder text = new StringBuilder();
    private boolean failed;

    public ToolResult(ResultBuffer out) {
        super("content", out);
    }

    /** The texts of its content, as far as a message shows them. */
    @Override
    public Optional<String> failure() {
        return failed ? Optional.of(text.toString()) : Optional.empty();
    }

    @Override
    void reset() {
        super.reset();
        text.setLength(0);
        failed = false;
    }

    @Override
    void member(String name, JsonToken token, JsonParser result) {
        if (name.equals("structuredContent") && token == JsonToken.START_OBJECT) {
            JsonCopy.value(result, structured());
            return;
        }
        if (name.equals("isError")) {
            failed = token == JsonToken.VALUE_TRUE;
        }
        result.skipChildren();
    }

    /** A piece is passed on with members that this server does not know. */
    @Override
    void piece(JsonParser result, Members members) throws NotMcp {
        var typed = false;
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            if (result.nextToken() == JsonToken.VALUE_STRING) {
                typed |= name.equals("type");
                note(name, result);
            }
            members.copy(name, result);
        }
        if (!typed) {
            throw malformed();
        }
    }

    private void note(String name, JsonParser result) {
        if (name.equals("text") && text.length() < LONGEST_TEXT) {
            var piece = result.getString();
            text.append(text.isEmpty() ? "" : " ")
                    .append(piece, 0, Math.min(piece.length(), LONGEST_TEXT - text.length()));
        }
    }

    @Override
    NotMcp malformed() {
        return new NotMcp("the result of the MCP server has content that is none");
    }
}
