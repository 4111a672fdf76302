package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The contents of a resource. Each is of the URI that was asked for, or below it: a client may keep them under their URIs. */
public final class ResourceContents extends CallResult {
    private final String asked;

    /** @param asked the URI that was asked for */
    public ResourceContents(String asked, ResultBuffer out) {
        super("contents", out);
        this.asked = asked;
    }

    /** Contents are passed on with members that this server does not know. */
    @Override
    void piece(JsonParser result, Members members) throws NotMcp {
        var addressed = false;
        var filled = false;
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            if (result.nextToken() == JsonToken.VALUE_STRING) {
                if (name.equals("uri")) {
                    requireAsked(result.getString());
                    addressed = true;
                }
                filled |= name.equals("text") || name.equals("blob");
            }
            members.copy(name, result);
        }
        if (!addressed || !filled) {
            throw malformed();
        }
    }

    private void requireAsked(String uri) throws NotMcp {
        if (!uri.equals(asked) && !isBelow(uri)) {
            throw new NotMcp("the MCP server has answered with another resource than the one that was asked for");
        }
    }

    private boolean isBelow(String uri) {
        var folder = asked.endsWith("/") ? asked : asked + "/";
        return uri.startsWith(folder) && !DotSegments.areIn(uri.substring(folder.length()));
    }

    @Override
    NotMcp malformed() {
        return new NotMcp("the MCP server has sent contents of a resource without a URI, or without a text or blob");
    }
}
