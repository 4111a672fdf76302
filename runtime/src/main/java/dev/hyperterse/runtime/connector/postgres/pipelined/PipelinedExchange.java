package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.connector.postgres.wire.ClientMessages;
import dev.hyperterse.runtime.connector.postgres.wire.ProtocolViolation;
import dev.hyperterse.runtime.connector.postgres.wire.ServerError;
import dev.hyperterse.runtime.connector.postgres.wire.ServerMessages;
import java.io.IOException;
import java.util.Optional;

/**
 * The messages that are sent together and end with one Sync, and the response to them. It may be read by the thread of
 * another exchange in the same queue; until its {@link State} says otherwise its own thread touches nothing of it.
 */
abstract class PipelinedExchange implements ServerMessages.Room, CallScope.Listener {
    /** Changed under the lock of the connection. */
    enum State {
        /** Other answers come first. */
        QUEUED,
        /** Its answer is next, and the thread of another exchange reads it. */
        READ_BY_ANOTHER,
        /** Its answer is next, and its own thread reads it. */
        READS,
        DONE,
        /** Its call has ended; the answer is dropped when it comes. */
        ABANDONED,
        /** The connection broke before the answer was complete. */
        LOST
    }

    /** Descriptions of the widest tables fit in here. */
    private static final int LONGEST_MESSAGE = 1024 * 1024;

    private final Thread thread = Thread.currentThread();
    private volatile State state = State.QUEUED;
    private PipelinedConnection connection;
    private Optional<ServerError> error = Optional.empty();
    private volatile boolean sender;
    private boolean first;
    private boolean cancelling;
    private boolean outpaced;
    private int bytes;
    private long sentAt;
    private long expected;
    private long tookNanos;
    private volatile boolean answered;

    /** Writes its messages, the last of which is a Sync or ends like one; under the lock of the connection. */
    abstract void write(ClientMessages engine, PreparedStatements prepared);

    /** Takes the next message of its answer, other than errors, notices and the end. */
    abstract void message(ServerMessages message) throws IOException;

    /** The end of its answer has come: not before everything else of it. */
    abstract void requireComplete() throws ProtocolViolation;

    /** How long the engine is expected to take for it. */
    long expectedNanos() {
        return 0;
    }

    /** Whether the rest of its answer is of no use. */
    boolean unwanted() {
        return state == State.ABANDONED;
    }

    /** Its statement has changed the session under those behind it. */
    void changedSession() {
        // Only what a call runs can.
    }

    @Override
    public boolean admits(byte type, int length) throws IOException {
        if (type != 'T' && type != 't' || length > LONGEST_MESSAGE) {
            throw ProtocolViolation.unexpected(type);
        }
        return true;
    }

    @Override
    public void ended(CallScope.End end) {
        connection.ended(this);
    }

    void enter(PipelinedConnection on, boolean sends, int size, long now) {
        connection = on;
        sender = sends;
        bytes = size;
        sentAt = now;
        expected = expectedNanos();
    }

    Thread thread() {
        return thread;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    boolean waits() {
        return state == State.QUEUED || state == State.READ_BY_ANOTHER;
    }

    PipelinedConnection connection() {
        return connection;
    }

    /** Whether its thread has to send what was written, and what others write meanwhile; asked once. */
    boolean takesSending() {
        var takes = sender;
        sender = false;
        return takes;
    }

    /** Another call leaves it to send. */
    void sendNext() {
        sender = true;
    }

    int bytes() {
        return bytes;
    }

    /** What {@link #expectedNanos} was when it was sent. */
    long expected() {
        return expected;
    }

    long sentAt() {
        return sentAt;
    }

    void fail(ServerError reported) {
        if (error.isEmpty()) {
            error = Optional.of(reported);
        }
    }

    Optional<ServerError> error() {
        return error;
    }

    /** Its answer has ended; what the engine took for those before does not count. */
    void answered(long nanos) {
        tookNanos = nanos;
        answered = true;
    }

    boolean isAnswered() {
        return answered;
    }

    long tookNanos() {
        return tookNanos;
    }

    /** Lost as the one whose answer was next: the engine had begun with it. */
    void lose(boolean wasFirst) {
        first = wasFirst;
        state = State.LOST;
    }

    boolean lostFirst() {
        return state == State.LOST && first;
    }

    /** Whether a cancel request was already sent for it. */
    boolean beginCancelling() {
        var begins = !cancelling;
        cancelling = true;
        return begins;
    }

    void outpace() {
        outpaced = true;
    }

    /** Stopped for those behind it; it runs again where none is behind it. */
    boolean outpaced() {
        return outpaced;
    }
}
