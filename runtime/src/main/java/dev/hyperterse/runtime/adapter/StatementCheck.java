package dev.hyperterse.runtime.adapter;

import dev.hyperterse.runtime.call.EngineMessage;
import java.util.OptionalInt;

/** What an engine says of a statement that it was asked to prepare. Nothing was executed. */
public sealed interface StatementCheck {
    /** The engine takes it. */
    record Accepted() implements StatementCheck {}

    /**
     * Every call would fail with this.
     *
     * @param offset where in the text, in UTF-16 units; empty where that is not known
     */
    record Refused(EngineMessage message, OptionalInt offset) implements StatementCheck {}

    /** Nothing was learned: the engine cannot be reached or is busy, or it cannot tell without executing. */
    record Unknown() implements StatementCheck {}
}
