package dev.hyperterse.runtime.mcp.result;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** What clients count of the result of a tool. */
final class Readable {
    private Readable() {}

    /** A quarter of the bytes of all texts, or of the structured content, whichever the client gives its model. */
    static long tokens(JsonNode result) {
        var text = 0L;
        for (var piece : result.path("content")) {
            text += bytes(piece.path("text").asString(""));
            text += bytes(piece.at("/resource/text").asString(""));
        }
        return (Math.max(text, bytes(result.path("structuredContent").toString())) + 3) / 4;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
