package dev.hyperterse.runtime.memory;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;

/** An answer, or one row of it, is larger than it may be. A tool that truncates leaves out the row that is. */
public final class ResultTooLarge extends CallFailure {
    private static final long serialVersionUID = 1L;

    /** @param bytes that an answer may have */
    public ResultTooLarge(long bytes) {
        super(Stage.RESULT, "the result is larger than " + bytes + " bytes");
    }

    /** What an engine sends for one row is larger than any answer, and is not read. */
    public ResultTooLarge() {
        super(Stage.RESULT, "the result is larger than this server allows");
    }
}
