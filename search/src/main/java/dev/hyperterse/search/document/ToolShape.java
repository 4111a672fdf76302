package dev.hyperterse.search.document;

import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The inputs and the result of a tool, as {@code tools/list} shows them. */
public record ToolShape(JsonNode inputSchema, Optional<JsonNode> outputSchema, Optional<JsonNode> annotations) {
    /** A tool that takes anything. */
    public static final ToolShape OPEN = new ToolShape(
            JsonNodeFactory.instance.objectNode().put("type", "object"), Optional.empty(), Optional.empty());

    public ToolShape {
        Objects.requireNonNull(inputSchema, "inputSchema");
        Objects.requireNonNull(outputSchema, "outputSchema");
        Objects.requireNonNull(annotations, "annotations");
    }
}
