package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.result.TokenLimit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content that a script returned in MCP's own form, with no more text than a model is to read. The first texts stay,
 * the one that does not fit is cut, and those behind it are left out. Pictures, sounds and links are not read as text.
 *
 * @param json the array of pieces
 * @param cut whether text was left out, which the last piece then says
 */
record ReadableContent(String json, boolean cut) {
    private static final String TEXT = "text";
    private static final String NOTICE = "{\"truncated\":true,\"more\":\"The text ends here: an answer has at most %d"
            + " tokens. Call again with arguments that select less.\"}";

    static ReadableContent of(String content, TokenLimit limit) {
        var notice = NOTICE.formatted(limit.most());
        var left = limit.bytes();
        var pieces = JsonMapper.shared().readTree(content);
        for (var piece : pieces) {
            left -= Utf8.size(holder(piece).path(TEXT).asString(""));
        }
        return left >= 0
                ? new ReadableContent(content, false)
                : new ReadableContent(cut(pieces, limit.bytes() - notice.length(), notice), true);
    }

    private static String cut(JsonNode pieces, long size, String notice) {
        var kept = JsonNodeFactory.instance.arrayNode();
        var left = size;
        for (var piece : pieces) {
            if (!(holder(piece) instanceof ObjectNode holder
                    && holder.path(TEXT).isString())) {
                kept.add(piece);
                continue;
            }
            var text = holder.path(TEXT).stringValue();
            var first = Utf8.first(text, left);
            // Behind a text that is cut, a shorter one would look like its continuation.
            left = first.length() == text.length() ? left - Utf8.size(text) : 0;
            if (!first.isEmpty() || text.isEmpty()) {
                holder.put(TEXT, first);
                kept.add(piece);
            }
        }
        kept.addObject().put("type", TEXT).put(TEXT, notice);
        return JsonMapper.shared().writeValueAsString(kept);
    }

    /** The object with the text of a piece, if it has one. */
    private static JsonNode holder(JsonNode piece) {
        return piece.path("type").asString("").equals("resource") ? piece.path("resource") : piece;
    }
}
