package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.Rpc;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import java.util.function.Consumer;

/** Writes responses whose result needs no call, within the budget of the replica. */
public final class Results {
    private static final int ENVELOPE = 4 * 1024;

    private final BufferBudget budget;

    Results(BufferBudget budget) {
        this.budget = budget;
    }

    /** A result without members. */
    public Answer empty(Call call) {
        return written(call, 0, call.frame()::end);
    }

    /** A result that was encoded with the catalog, as an object. */
    public Answer whole(Call call, byte[] json) {
        return written(call, json.length, out -> {
            out.raw(json, 1, json.length - 1).raw(call.frame().kept());
            call.frame().end(out);
        });
    }

    /** The memory of a call in addition to its response; it must be closed. */
    Reservation reservation() {
        return budget.reservation();
    }

    /** An answer whose result, no larger than that of a call may be, the writer puts into the buffer. */
    Answer written(Call call, Consumer<ResultBuffer> writer) {
        return written(call, maxResultSize(call), writer);
    }

    /** Writes a result that is computed from data in that memory of the call. */
    Answer written(Call call, Reservation memory, Consumer<ResultBuffer> writer) {
        return written(call, budget.open(size(call, maxResultSize(call)), memory), writer);
    }

    /**
     * An answer whose result, of at most that size, the writer puts into the buffer: the members of its object, to the
     * end of its frame.
     */
    Answer written(Call call, long size, Consumer<ResultBuffer> writer) {
        return written(call, budget.open(size(call, size)), writer);
    }

    /** Writes a result within another frame. */
    public Answer written(Call call, ResultFrame frame, long size, Consumer<ResultBuffer> writer) {
        return written(call, frame, budget.open(size + frame.size() + ENVELOPE), writer);
    }

    /** The size of the whole response. */
    private static long size(Call call, long result) {
        return result + call.frame().size() + ENVELOPE;
    }

    private static long maxResultSize(Call call) {
        return call.live().settings().limits().maxResultSize();
    }

    private static Answer written(Call call, ResultBuffer out, Consumer<ResultBuffer> writer) {
        return written(call, call.frame(), out, writer);
    }

    private static Answer written(Call call, ResultFrame frame, ResultBuffer out, Consumer<ResultBuffer> writer) {
        boolean answered = false;
        try {
            Rpc.begin(out, call.message(), frame);
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
