package dev.hyperterse.engines.mcp.message;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.util.function.Predicate;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The contents of a resource. A client may keep them under their URIs, so each is of the URI that was asked for, or of one
 * below it that no other resource of this server has.
 */
public final class ResourceContents extends PieceList {
    private final String asked;
    private final String shown;
    private final Predicate<String> elsewhere;

    /**
     * @param asked the URI that was asked for
     * @param shown the same as the client spells it
     * @param elsewhere whether this server has a URI from elsewhere than the other one
     */
    public ResourceContents(String asked, String shown, Predicate<String> elsewhere, ResultBuffer out) {
        super("contents", out);
        this.asked = asked;
        this.shown = shown;
        this.elsewhere = elsewhere;
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
                    members.text(name, shown(result.getString()));
                    addressed = true;
                    continue;
                }
                filled |= name.equals("text") || name.equals("blob");
            }
            members.copy(name, result);
        }
        if (!addressed || !filled) {
            throw malformed();
        }
    }

    private String shown(String uri) throws NotMcp {
        if (!uri.equals(asked) && (!isBelow(uri) || elsewhere.test(uri))) {
            throw new NotMcp("the MCP server has answered with another resource than the one that was asked for");
        }
        return shown + uri.substring(asked.length());
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
