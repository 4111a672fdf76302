package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ToolLeaf;
import java.util.Collection;
import tools.jackson.databind.node.ObjectNode;

/** Tells clients of tools whose answers are larger than what clients show to a model unless they are told. */
final class LargerResults {
    private static final String CHARACTERS = "anthropic/maxResultSizeChars";
    private static final int USUAL_TOKENS = 25_000;
    private static final int CHARACTERS_OF_TOKEN = 4;

    /** The most that clients accept. */
    private static final int MOST = 500_000;

    private LargerResults() {}

    /** @param json the entry of a tool that answers for all these */
    static void announce(Collection<ToolLeaf> tools, ObjectNode json) {
        tools.stream()
                .flatMap(tool -> tool.result().stream())
                .flatMap(it -> it.maxTokens().stream())
                .max(Integer::compare)
                .filter(tokens -> tokens > USUAL_TOKENS)
                .ifPresent(tokens -> json.withObjectProperty("_meta")
                        .put(CHARACTERS, Math.min(MOST, (long) CHARACTERS_OF_TOKEN * tokens)));
    }
}
