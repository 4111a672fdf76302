package dev.hyperterse.scripts.exchange;

import java.util.Optional;

/** The value that a script returned, as JSON. */
public sealed interface ScriptResult {
    /**
     * There is no value yet: the script waits for answers of its client, which come with the next round of the call.
     */
    record InputRequired() implements ScriptResult {}

    /** A plain value, as the array of objects that it is coerced to. */
    record Rows(String json, int count) implements ScriptResult {}

    /** Any value, for purposes other than a tool's rows. */
    record Value(String json) implements ScriptResult {}

    /**
     * A result as MCP spells it.
     *
     * @param content the array of its pieces
     */
    record Whole(String content, Optional<String> structured, boolean failed, Optional<String> meta)
            implements ScriptResult {}
}
