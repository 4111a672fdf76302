package dev.hyperterse.cli.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A server to talk to. */
public interface Connection extends AutoCloseable {
    /** The tools of {@code tools/list}. */
    List<JsonNode> listed();

    /** Every tool that can be called, as MCP lists tools; those that only a search finds where the target tells them. */
    List<JsonNode> tools();

    /** The schema of a tool's arguments; empty when the server lists no such tool. */
    default Optional<JsonNode> inputSchema(String tool) {
        return listed().stream()
                .filter(listed -> listed.path("name").asString("").equals(tool))
                .findFirst()
                .map(listed -> listed.path("inputSchema"));
    }

    /** The name of the tool that finds others; empty when the server lists them all. */
    default Optional<String> searchTool() {
        return listed().stream().filter(ToolRoles::searches).findFirst().map(listed -> listed.path("name")
                .asString(""));
    }

    /** @throws ConnectionFailure when there is no answer */
    ToolAnswer call(String tool, Map<String, Object> arguments);

    /** Names of tools that the files of the target have, served or not; empty where they are not known. */
    default Set<String> written() {
        return Set.of();
    }

    List<JsonNode> prompts();

    /** The resources, and behind them the templates. */
    List<JsonNode> resources();

    /** The messages of a prompt. @throws ConnectionFailure when there is no answer */
    ToolAnswer prompt(String name, Map<String, Object> arguments);

    /** The contents of a resource. @throws ConnectionFailure when there is no answer */
    ToolAnswer read(String uri);

    /**
     * Why tools rank where they do, an array with the best first.
     *
     * @throws ConnectionFailure when the server does not explain its ranking
     */
    JsonNode explain(String query);

    @Override
    void close();
}
