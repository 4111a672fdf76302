package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.memory.Reservation;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Answers whose result is at hand, written within the budget of the replica. */
public final class Results {
    private static final int ENVELOPE = 4 * 1024;
    private static final byte[] EMPTY = {'{', '}'};

    private final BufferBudget budget;

    public Results(BufferBudget budget) {
        this.budget = budget;
    }

    public Answer empty(Call call) {
        return written(call, EMPTY.length, out -> out.raw(EMPTY));
    }

    /** The memory of a call beside its answer; it must be closed. */
    Reservation reservation() {
        return budget.reservation();
    }

    /** {@code result} is a type of the SDK's schema, or a tree; it goes into the buffer as it is written. */
    Answer of(Call call, Object result) {
        return written(call, budget.open(resultSize(call)), out -> write(result, out));
    }

    /** The same of a result that was made within that memory of the call. */
    Answer of(Call call, Object result, Reservation memory) {
        return written(call, budget.open(resultSize(call), memory), out -> write(result, out));
    }

    private static long resultSize(Call call) {
        return call.live().settings().limits().maxResultSize() + ENVELOPE;
    }

    private static void write(Object result, ResultBuffer out) {
        try {
            JsonMapper.shared().writeValue(out.jsonStream(), result);
        } catch (JacksonException failed) {
            throw boundOf(failed);
        }
    }

    /** The bound of the buffer that ended the writing, which comes back wrapped. */
    private static RuntimeException boundOf(JacksonException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof CallFailure bound) {
                return bound;
            }
        }
        return failed;
    }

    /** An answer whose result, of at most that size, the writer puts into the buffer. */
    Answer written(Call call, long size, Consumer<ResultBuffer> writer) {
        return written(call, budget.open(size + ENVELOPE), writer);
    }

    private static Answer written(Call call, ResultBuffer out, Consumer<ResultBuffer> writer) {
        boolean answered = false;
        try {
            Rpc.begin(out, call.message());
            writer.accept(out);
            Rpc.end(out);
            answered = true;
            return new Answer.Buffered(out);
        } finally {
            if (!answered) {
                out.release();
            }
        }
    }
}
