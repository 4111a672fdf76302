package dev.hyperterse.cli.client;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A server to talk to. */
public interface Connection extends AutoCloseable {
    /** The schema of a tool's arguments; empty when the server lists no such tool. */
    Optional<JsonNode> inputSchema(String tool);

    /** @throws ConnectionFailure when there is no answer */
    ToolAnswer call(String tool, Map<String, Object> arguments);

    /**
     * Why tools rank where they do, an array with the best first.
     *
     * @throws ConnectionFailure when the server does not explain its ranking
     */
    JsonNode explain(String query);

    @Override
    void close();
}
