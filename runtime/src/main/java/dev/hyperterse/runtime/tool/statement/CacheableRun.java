package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;

/** A run on an adapter whose bytes can be kept, and answer another call. */
public interface CacheableRun extends Step {
    LiveAdapter<?> adapter();

    /** Whether the caller sees columns masked, so that the result is not one for others, nor theirs for it. */
    default boolean isMasked(ToolCall call) {
        return false;
    }

    Answer begin(ToolCall call);

    /** Runs the operation, which writes into the buffer of the answer. @return the number of rows written */
    int run(ToolCall call, ResultBuffer out);

    /** Ends an answer. What a call may answer is a limit of this server: a call that changes something has done so. */
    static void end(boolean readOnly, Runnable answer) {
        try {
            answer.run();
        } catch (CallFailure limit) {
            throw readOnly ? limit : new CallFailure(limit.stage(), limit.getMessage() + "; the call took effect");
        }
    }

    /** The answer of a call while it is written; must be closed. */
    interface Answer extends AutoCloseable {
        ResultBuffer out();

        /** The buffer has all of the answer, from a run or from the cache. */
        void end(int rows);

        @Override
        default void close() {}
    }
}
