package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.result.Boundary;
import dev.hyperterse.calls.result.TokenLimit;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content that a script returned in MCP's own form, with no more text than a model is to read. The first texts stay,
 * the one that does not fit is cut, and those behind it are left out. Pictures, sounds and links are not read as text.
 * Each text that strangers wrote has the boundary of the answer.
 *
 * @param json the array of pieces
 * @param cut whether text was left out, which the last piece then says
 */
record ReadableContent(String json, boolean cut) {
    private static final String TEXT = "text";
    private static final String NOTICE = "{\"truncated\":true,\"more\":\"The text ends here: an answer has at most %d"
            + " tokens. Call again with arguments that select less.\"}";

    static ReadableContent of(String content, TokenLimit limit, Optional<Boundary> boundary) {
        var notice = NOTICE.formatted(limit.most());
        var around = boundary.map(_ -> Boundary.SIZE).orElse(0);
        var left = limit.bytes();
        var pieces = JsonMapper.shared().readTree(content);
        for (var piece : pieces) {
            if (hasText(piece)) {
                left -= around + Utf8.size(holder(piece).path(TEXT).stringValue());
            }
        }
        var kept = left >= 0 ? pieces : cut(pieces, limit.bytes() - notice.length(), around);
        boundary.ifPresent(it -> mark(kept, it));
        if (left < 0) {
            ((ArrayNode) kept).addObject().put("type", TEXT).put(TEXT, notice);
        }
        return new ReadableContent(
                left >= 0 && boundary.isEmpty() ? content : JsonMapper.shared().writeValueAsString(kept), left < 0);
    }

    private static void mark(JsonNode pieces, Boundary boundary) {
        for (var piece : pieces) {
            if (hasText(piece) && holder(piece) instanceof ObjectNode holder) {
                holder.put(TEXT, boundary.round(holder.path(TEXT).stringValue()));
            }
        }
    }

    private static JsonNode cut(JsonNode pieces, long size, int around) {
        var kept = JsonNodeFactory.instance.arrayNode();
        var left = size;
        for (var piece : pieces) {
            if (!(hasText(piece) && holder(piece) instanceof ObjectNode holder)) {
                kept.add(piece);
                continue;
            }
            var text = holder.path(TEXT).stringValue();
            var fits = around + Utf8.size(text) <= left;
            var first = fits ? text : Utf8.first(text, left - around);
            // Behind a text that is cut, a shorter one would look like its continuation.
            left = fits ? left - around - Utf8.size(text) : 0;
            if (fits || !first.isEmpty()) {
                holder.put(TEXT, first);
                kept.add(piece);
            }
        }
        return kept;
    }

    private static boolean hasText(JsonNode piece) {
        return holder(piece) instanceof ObjectNode holder && holder.path(TEXT).isString();
    }

    /** The object with the text of a piece, if it has one. */
    private static JsonNode holder(JsonNode piece) {
        return piece.path("type").asString("").equals("resource") ? piece.path("resource") : piece;
    }
}
