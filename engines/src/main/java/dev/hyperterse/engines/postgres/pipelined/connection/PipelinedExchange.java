package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerError;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.IOException;
import java.util.Optional;

/**
 * The messages that are sent together and end with one Sync, and the response to them. The thread of another exchange
 * in the same queue may read the response; its own thread accesses it only in the states that allow that.
 */
public abstract class PipelinedExchange implements ServerMessages.Room, CallScope.Listener {
    /** Changed under the lock of the connection. */
    public enum State {
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
    protected abstract void write(ClientMessages engine, PreparedStatements prepared);

    /** Takes the next message of its response, except errors, notices and ReadyForQuery. */
    protected abstract void message(ServerMessages message) throws IOException;

    /** Called at ReadyForQuery: fails if the response is not complete. */
    protected abstract void requireComplete() throws ProtocolViolation;

    /** The expected time of the engine. */
    protected long expectedNanos() {
        return 0;
    }

    /** Whether the rest of its response is dropped. */
    public boolean unwanted() {
        return state == State.ABANDONED;
    }

    /** Its statement has changed the session, so those behind it cannot run on this connection. */
    protected void changedSession() {
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

    /** It was not sent, because an exchange before it failed. */
    public void failWith(PipelinedExchange before) {
        before.error().ifPresent(this::fail);
        enter(before.connection(), false, 0, before.sentAt());
        if (before.state() == State.LOST) {
            lose(before.lostFirst());
        } else {
            become(State.DONE);
        }
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

    public State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    boolean waits() {
        return state == State.QUEUED || state == State.READ_BY_ANOTHER;
    }

    public PipelinedConnection connection() {
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

    public long sentAt() {
        return sentAt;
    }

    void fail(ServerError reported) {
        if (error.isEmpty()) {
            error = Optional.of(reported);
        }
    }

    public Optional<ServerError> error() {
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

    public long tookNanos() {
        return tookNanos;
    }

    /** @param wasFirst whether its response was next, so that the engine may have begun to run it */
    public void lose(boolean wasFirst) {
        first = wasFirst;
        state = State.LOST;
    }

    public boolean lostFirst() {
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
    public boolean preempted() {
        return preempted;
    }
}
