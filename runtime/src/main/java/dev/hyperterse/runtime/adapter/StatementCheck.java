package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.call.EngineMessage;
import java.util.OptionalInt;

/** The result of preparing a statement to check it. Nothing was executed. */
public sealed interface StatementCheck {
    /** The engine takes it. */
    record Accepted() implements StatementCheck {}

    /**
     * Every call would fail with this.
     *
     * @param offset where in the text, in UTF-16 units; empty where that is not known
     */
    record Refused(EngineMessage message, OptionalInt offset) implements StatementCheck {}

    /** Unknown: the engine cannot be reached or is busy, or cannot decide without executing. */
    record Unknown() implements StatementCheck {}
}
