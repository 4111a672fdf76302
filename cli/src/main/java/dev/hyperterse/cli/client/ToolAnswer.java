package dev.hyperterse.cli.client;

import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/** The result of a call. */
public sealed interface ToolAnswer {
    /** A result as MCP has it, {@code {content, structuredContent, isError}}. */
    record Result(JsonNode json) implements ToolAnswer {
        public boolean isError() {
            return json.path("isError").asBoolean(false);
        }

        /** The text blocks, one after the other. */
        public String text() {
            var texts = new ArrayList<String>();
            json.path("content").forEach(block -> texts.add(block.path("text").asString(block.toString())));
            return String.join("\n", texts);
        }
    }

    /** A JSON-RPC error. */
    record Refused(int code, String message) implements ToolAnswer {}
}
