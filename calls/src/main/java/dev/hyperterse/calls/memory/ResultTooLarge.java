package dev.hyperterse.calls.memory;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;

/** A result, or one row of it, exceeds its limit. A tool that truncates omits that row. */
public final class ResultTooLarge extends CallFailure {
    private static final long serialVersionUID = 1L;

    /** @param bytes the limit of an answer */
    public ResultTooLarge(long bytes) {
        super(Stage.RESULT, "the result is larger than " + bytes + " bytes");
    }

    /** One row of an engine is larger than any answer, and is not read. */
    public ResultTooLarge() {
        super(Stage.RESULT, "the result is larger than this server allows");
    }
}
