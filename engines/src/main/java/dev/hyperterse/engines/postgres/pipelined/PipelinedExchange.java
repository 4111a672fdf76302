package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.engines.postgres.wire.ClientMessages;
import dev.hyperterse.engines.postgres.wire.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.ServerError;
import dev.hyperterse.engines.postgres.wire.ServerMessages;
import java.io.IOException;
import java.util.Optional;

/**
 * The messages that are sent together and end with one Sync, and the response to them. The thread of another exchange
 * in the same queue may read the response; its own thread accesses it only in the states that allow that.
 */
abstract class PipelinedExchange implements ServerMessages.Room, CallScope.Listener {
    /** Changed under the lock of the connection. */
    enum State {
        /** Responses to other exchanges come first. */
        QUEUED,
        /** Its response is next, and the thread of another exchange reads it. */
        READ_BY_ANOTHER,
        /** Its response is next, and its own thread reads it. */
        READS,
        DONE,
        /** Its call has ended; the response is dropped when it arrives. */
        ABANDONED,
        /** The connection broke before the response was complete. */
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
    private boolean preempted;
    private int bytes;
    private long sentAt;
    private long expected;
    private long tookNanos;
    private volatile boolean answered;

    /** Writes its messages, the last of which is a Sync or a Query; under the lock of the connection. */
    abstract void write(ClientMessages engine, PreparedStatements prepared);

    /** Takes the next message of its response, except errors, notices and ReadyForQuery. */
    abstract void message(ServerMessages message) throws IOException;

    /** Called at ReadyForQuery: fails if the response is not complete. */
    abstract void requireComplete() throws ProtocolViolation;

    /** The expected time of the engine. */
    long expectedNanos() {
        return 0;
    }

    /** Whether the rest of its response is dropped. */
    boolean unwanted() {
        return state == State.ABANDONED;
    }

    /** Its statement has changed the session, so those behind it cannot run on this connection. */
    void changedSession() {
        // Only the statement of a call can change the session.
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

    /** Whether its thread has to send, for itself and others; resets that. */
    boolean takesSending() {
        var takes = sender;
        sender = false;
        return takes;
    }

    /** Takes over sending from another call. */
    void sendNext() {
        sender = true;
    }

    int bytes() {
        return bytes;
    }

    /** The value of {@link #expectedNanos} when it was sent. */
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

    /**
     * Its response is complete. @param nanos the time that the engine took, without that for the exchanges before it
     */
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

    /** @param wasFirst whether its response was next, so that the engine may have begun to run it */
    void lose(boolean wasFirst) {
        first = wasFirst;
        state = State.LOST;
    }

    boolean lostFirst() {
        return state == State.LOST && first;
    }

    /** Whether cancelling begins now; false when it has begun already. */
    boolean beginCancelling() {
        var begins = !cancelling;
        cancelling = true;
        return begins;
    }

    void preempt() {
        preempted = true;
    }

    /** Whether it was cancelled for those behind it; then it runs again exclusively. */
    boolean preempted() {
        return preempted;
    }
}
