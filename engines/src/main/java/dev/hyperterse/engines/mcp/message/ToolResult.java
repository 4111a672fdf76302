package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.WholeResult;
import dev.hyperterse.engines.http.JsonCopy;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The result of a tool: pieces of content, structured content and {@code _meta} are copied as they are, without a tree. What
 * is no object where the protocol has one is left out.
 */
public final class ToolResult implements ResultReader, AutoCloseable {
    /** More than is shown, so that no secret is cut into a piece that is not recognised. */
    private static final int LONGEST_TEXT = 64 * 1024;

    /** Members of {@code _meta} with a meaning for clients of this server. */
    private static final List<String> RESERVED = List.of("io.modelcontextprotocol/", "dev.hyperterse/");

    private final ResultBuffer content;
    private final ResultBuffer structured;
    private final ResultBuffer meta;
    private final StringBuilder text = new StringBuilder();
    private boolean failed;
    private String type = "complete";

    public ToolResult(ResultBuffer out) {
        this.content = out.another();
        this.structured = out.another();
        this.meta = out.another();
    }

    /** Whether the tool failed, as the other server says. */
    public boolean isFailed() {
        return failed;
    }

    /** The texts of its content, as far as a message shows them. */
    public String text() {
        return text.toString();
    }

    /** Whether it is a result, and not a request for input or a task. */
    public boolean isComplete() {
        return type.equals("complete");
    }

    public void writeTo(ResultBuffer out) {
        WholeResult.write(content, structured, meta, out);
    }

    @Override
    public void read(JsonParser result) throws NotMcp {
        reset();
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            var token = result.nextToken();
            switch (name) {
                case "content" -> content(result, token);
                case "structuredContent" -> structured(result, token);
                case "_meta" -> meta(result, token);
                case "isError" -> failed = token == JsonToken.VALUE_TRUE;
                case "resultType" -> type = token == JsonToken.VALUE_STRING ? result.getString() : "unknown";
                default -> result.skipChildren();
            }
        }
        if (content.size() == 0) {
            content.ascii("[]");
        }
    }

    private void reset() {
        content.resetTo(0);
        structured.resetTo(0);
        meta.resetTo(0);
        text.setLength(0);
        failed = false;
        type = "complete";
    }

    private void content(JsonParser result, JsonToken token) throws NotMcp {
        if (token != JsonToken.START_ARRAY) {
            throw notContent();
        }
        content.json('[');
        while (result.nextToken() != JsonToken.END_ARRAY) {
            if (content.size() > 1) {
                content.json(',');
            }
            piece(result);
        }
        content.json(']');
    }

    /** A piece is passed on with members that this server does not know. */
    private void piece(JsonParser result) throws NotMcp {
        if (result.currentToken() != JsonToken.START_OBJECT) {
            throw notContent();
        }
        content.json('{');
        var typed = false;
        var separator = "";
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            content.ascii(separator).quoted(name).json(':');
            separator = ",";
            if (result.nextToken() == JsonToken.VALUE_STRING) {
                typed |= name.equals("type");
                note(name, result);
            }
            JsonCopy.value(result, content);
        }
        content.json('}');
        if (!typed) {
            throw notContent();
        }
    }

    private void note(String name, JsonParser result) {
        if (name.equals("text") && text.length() < LONGEST_TEXT) {
            var piece = result.getString();
            text.append(text.isEmpty() ? "" : " ")
                    .append(piece, 0, Math.min(piece.length(), LONGEST_TEXT - text.length()));
        }
    }

    private void structured(JsonParser result, JsonToken token) {
        if (token == JsonToken.START_OBJECT) {
            JsonCopy.value(result, structured);
        } else {
            result.skipChildren();
        }
    }

    private void meta(JsonParser result, JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            result.skipChildren();
            return;
        }
        meta.json('{');
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            result.nextToken();
            if (RESERVED.stream().anyMatch(name::startsWith)) {
                result.skipChildren();
                continue;
            }
            if (meta.size() > 1) {
                meta.json(',');
            }
            meta.quoted(name).json(':');
            JsonCopy.value(result, meta);
        }
        meta.json('}');
        if (meta.size() == 2) {
            meta.resetTo(0);
        }
    }

    private static NotMcp notContent() {
        return new NotMcp("the result of the MCP server has content that is none");
    }

    @Override
    public void close() {
        content.close();
        structured.close();
        meta.close();
    }
}
