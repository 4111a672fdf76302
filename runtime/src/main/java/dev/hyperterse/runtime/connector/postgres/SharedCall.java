package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.RowArray;
import java.util.Optional;

/**
 * One call in the line of a shared connection. Whoever reads the line's answers writes its rows into its buffer, and may
 * be another call's thread; until its {@link State} says otherwise the buffer is not touched by its own.
 */
final class SharedCall {
    /** What the call's own thread waits for. Changed under the lock of the connection. */
    enum State {
        /** Answers of others come first. */
        IN_LINE,
        /** Its answer is next, and somebody reads it. */
        NEXT,
        /** Its answer is next, and it has to read it itself. */
        READS,
        DONE,
        /** It did not wait for its answer, which is dropped when it comes. */
        GONE
    }

    final Thread thread = Thread.currentThread();
    final SharedStatement statement;
    final ResultBuffer out;
    final int bytes;
    private final long sentAt = System.nanoTime();
    private boolean sends;
    private volatile State state = State.IN_LINE;
    private final RowArray rows;
    private boolean refused;
    private String sqlState = "";
    private Optional<CallFailure> failure = Optional.empty();
    private long tookNanos;

    SharedCall(SharedStatement statement, ResultBuffer out, int maxRows, int bytes, boolean sends) {
        this.statement = statement;
        this.out = out;
        this.rows = new RowArray(out, maxRows);
        this.bytes = bytes;
        this.sends = sends;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    boolean gone() {
        return state == State.GONE;
    }

    /** Whether its own thread has to send what it wrote, and what others write meanwhile; asked once. */
    boolean takesSending() {
        var takes = sends;
        sends = false;
        return takes;
    }

    /** A row of its answer, as the engine sends it, in {@code [from, to)}. */
    void row(byte[] bytes, int from, int to) {
        var columns = statement.columns().filter(known -> known.describeRow(bytes, from));
        if (columns.isEmpty()) {
            refused = true;
        }
        if (refused || failure.isPresent() || gone()) {
            return;
        }
        try {
            columns.get().writeRow(bytes, from, to, rows, out);
        } catch (CallFailure bound) {
            failure = Optional.of(bound);
        }
    }

    /** The engine did not run the statement as it was expected to. */
    void refuse() {
        refused = true;
    }

    /** The engine ran into an error. */
    void refuse(String withState) {
        refused = true;
        sqlState = withState;
    }

    boolean refused() {
        return refused;
    }

    /** Of the error, where there was one. */
    String sqlState() {
        return sqlState;
    }

    /** Its answer is complete; {@code before} is when the one before it was. */
    void complete(long now, long before) {
        tookNanos = now - Math.max(before, sentAt);
        if (refused || failure.isPresent() || gone()) {
            return;
        }
        try {
            rows.end();
        } catch (CallFailure bound) {
            failure = Optional.of(bound);
        }
    }

    /**
     * How many rows it has; only when it is done and was not refused.
     *
     * @throws CallFailure when a bound of the call was broken
     */
    int rows() {
        if (failure.isPresent()) {
            throw failure.get();
        }
        return rows.rows();
    }

    /** What the engine took for it; what it took for those before does not count. */
    long tookNanos() {
        return tookNanos;
    }
}
