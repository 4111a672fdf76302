package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.EngineMessage;
import java.util.OptionalInt;

/** The result of preparing a statement to check it. Nothing was executed. */
public sealed interface StatementCheck {
    record Accepted() implements StatementCheck {}

    /**
     * Every call would fail with this message.
     *
     * @param offset in the text, in UTF-16 units; empty where it is not known
     */
    record Refused(EngineMessage message, OptionalInt offset) implements StatementCheck {}

    /** Unknown: the engine cannot be reached or is busy, or cannot decide without executing. */
    record Unknown() implements StatementCheck {}
}
