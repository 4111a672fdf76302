package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.pipeline.BufferBudget;
import dev.hyperterse.runtime.pipeline.ResultBuffer;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/** Answers whose result is at hand, written within the budget of the replica. */
final class Results {
    private static final int ENVELOPE = 4 * 1024;
    private static final byte[] EMPTY = {'{', '}'};

    private final BufferBudget budget;

    Results(BufferBudget budget) {
        this.budget = budget;
    }

    Answer empty(Call call) {
        return json(call, EMPTY);
    }

    /** {@code result} is a type of the SDK's schema, or a tree. */
    Answer of(Call call, Object result) {
        return json(call, JsonMapper.shared().writeValueAsBytes(result));
    }

    private Answer json(Call call, byte[] result) {
        return written(call, result.length, out -> out.raw(result));
    }

    /** An answer whose result, of at most that size, the writer puts into the buffer. */
    Answer written(Call call, long size, Consumer<ResultBuffer> writer) {
        var out = budget.open(size + ENVELOPE);
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
