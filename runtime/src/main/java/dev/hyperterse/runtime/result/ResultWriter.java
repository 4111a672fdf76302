package dev.hyperterse.runtime.result;

import dev.hyperterse.runtime.memory.Reservation;
import dev.hyperterse.runtime.memory.ResultBuffer;

/**
 * Where a call writes its result. What a client then sees (a block of text, structured content, the contents of a resource)
 * is decided by what began the call; what runs in it only says what it has. Used by one thread at a time.
 */
public abstract class ResultWriter {
    protected final ResultBuffer out;
    private int rows;

    protected ResultWriter(ResultBuffer out) {
        this.out = out;
    }

    /** The memory of the call beside its answer, out of the same budget; it must be closed. */
    public final Reservation reservation() {
        return out.reservation();
    }

    /** The rows follow in the buffer that is returned, as one JSON array in the form that it has then. */
    public final ResultBuffer beginRows() {
        beforeRows();
        return out;
    }

    /** The array is complete. */
    public final void endRows(int written) {
        rows = written;
        afterRows();
    }

    /** How many rows the result has. */
    public final int rows() {
        return rows;
    }

    protected abstract void beforeRows();

    protected abstract void afterRows();
}
