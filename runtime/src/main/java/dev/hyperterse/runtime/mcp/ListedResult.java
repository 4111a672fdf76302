package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.ResultWriter;

/** A result whose pieces are the elements of one list. What is written are the members of the result's object. */
abstract class ListedResult extends ResultWriter {
    private final String opening;
    private boolean empty = true;

    /** @param opening the name of the member and the bracket of its list */
    ListedResult(ResultBuffer out, String opening) {
        super(out);
        this.opening = opening;
    }

    /** A piece follows. */
    final void next() {
        out.ascii(empty ? opening : ",");
        empty = false;
    }

    @Override
    public final void end() {
        if (empty) {
            out.ascii(opening);
        }
        out.ascii("]");
    }
}
