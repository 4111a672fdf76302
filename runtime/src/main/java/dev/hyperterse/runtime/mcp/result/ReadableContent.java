package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.result.TokenLimit;
import dev.hyperterse.calls.result.text.Boundary;
import dev.hyperterse.calls.result.text.VisibleText;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
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
    private static final List<String> SHOWN = List.of(TEXT, "name", "title", "description");
    /** Numbers stay as they are written. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final String NOTICE = "{\"truncated\":true,\"more\":\"The text ends here: an answer has at most %d"
            + " tokens. Call again with arguments that select less.\"}";

    /** @param memory takes the size of visible text before it is allocated */
    static ReadableContent of(String content, TokenLimit limit, Optional<Boundary> boundary, LongConsumer memory) {
        var notice = NOTICE.formatted(limit.most());
        var readable = new Reader(boundary, memory);
        var left = limit.bytes();
        var pieces = MAPPER.readTree(content);
        for (var piece : pieces) {
            if (hasText(piece)) {
                left -= readable.size(holder(piece).path(TEXT).stringValue());
            }
        }
        var kept = left >= 0 ? pieces : readable.cut(pieces, limit.bytes() - notice.length());
        readable.mark(kept);
        if (left < 0) {
            ((ArrayNode) kept).addObject().put("type", TEXT).put(TEXT, notice);
        }
        return new ReadableContent(
                left >= 0 && boundary.isEmpty() ? content : MAPPER.writeValueAsString(kept), left < 0);
    }

    /** The reader of one answer, who sees visible characters and the boundary where strangers wrote it. */
    private record Reader(Optional<Boundary> boundary, LongConsumer memory) {
        /** The bytes of a text with its boundary. */
        long size(String text) {
            return boundary.isPresent() ? Boundary.SIZE + VisibleText.size(text) : Utf8.size(text);
        }

        /** Members that programs read, such as addresses and data, stay as they are. */
        void mark(JsonNode pieces) {
            boundary.ifPresent(around -> {
                memory.accept(shown(pieces).mapToLong(Shown::size).sum());
                shown(pieces).toList().forEach(it -> it.show(around));
            });
        }

        JsonNode cut(JsonNode pieces, long size) {
            var kept = JsonNodeFactory.instance.arrayNode();
            var left = size;
            for (var piece : pieces) {
                if (!(hasText(piece) && holder(piece) instanceof ObjectNode holder)) {
                    kept.add(piece);
                    continue;
                }
                var text = holder.path(TEXT).stringValue();
                var fits = size(text) <= left;
                var first = fits ? text : first(text, left);
                // Behind a text that is cut, a shorter one would look like its continuation.
                left = fits ? left - size(text) : 0;
                if (fits || !first.isEmpty()) {
                    holder.put(TEXT, first);
                    kept.add(piece);
                }
            }
            return kept;
        }

        private String first(String text, long size) {
            if (boundary.isEmpty()) {
                return Utf8.first(text, size);
            }
            // A character is never larger than its number, so what does not fit is not made visible.
            var first = Utf8.first(text, size - Boundary.SIZE);
            memory.accept(VisibleText.size(first));
            return Utf8.first(VisibleText.of(first), size - Boundary.SIZE);
        }

        private static Stream<Shown> shown(JsonNode pieces) {
            return pieces.valueStream()
                    .flatMap(piece -> Stream.of(piece, holder(piece)).distinct())
                    .filter(ObjectNode.class::isInstance)
                    .map(ObjectNode.class::cast)
                    .flatMap(it -> SHOWN.stream()
                            .filter(member -> it.path(member).isString())
                            .map(member -> new Shown(it, member)));
        }
    }

    /** A member that people or models see. */
    private record Shown(ObjectNode holder, String member) {
        String text() {
            return holder.path(member).stringValue();
        }

        long size() {
            return VisibleText.size(text());
        }

        void show(Boundary boundary) {
            var visible = VisibleText.of(text());
            holder.put(member, member.equals(TEXT) ? boundary.round(visible) : visible);
        }
    }

    private static boolean hasText(JsonNode piece) {
        return holder(piece) instanceof ObjectNode holder && holder.path(TEXT).isString();
    }

    /** The object with the text of a piece, if it has one. */
    private static JsonNode holder(JsonNode piece) {
        return piece.path("type").asString("").equals("resource") ? piece.path("resource") : piece;
    }
}
