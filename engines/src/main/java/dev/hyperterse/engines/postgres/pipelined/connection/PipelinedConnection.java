package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange.State;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatement;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.wire.WireConnection;
import dev.hyperterse.engines.postgres.wire.message.ParameterStatus;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerError;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection on which several calls wait for their responses at once: each sends its statement without waiting for
 * the responses to those before it. One write sends the statements of several calls, one read receives several
 * responses.
 *
 * <p>It has no thread of its own. The call at the head of the queue reads its own response and any that arrived with
 * it, then hands over to the next; a call with an exclusive connection does everything on its own thread.
 */
public final class PipelinedConnection {
    /** Notified of the events of a queue. */
    public interface Owner {
        /** The last call of a shared queue has its response, or the connection broke. */
        void queueEnded(PipelinedConnection connection);

        /** A call waits behind another, or a response is read and dropped. */
        void watch();
    }

    /** A connection that was used this recently is assumed to be open, unless it has unread input. */
    private static final long LIVES_FOR = Duration.ofMillis(100).toNanos();
    /** The maximum of writes that one call does for others; its own response may have arrived meanwhile. */
    private static final int MOST_WRITES = 8;

    private final WireConnection wire;
    private final SessionState session;
    private final Owner owner;
    private final Outgoing outgoing;
    private final ExchangeQueue queue;
    private final Cancellation cancellation;
    private final PoolEntry poolEntry;
    private volatile boolean endedHere;
    /** Whether a message that belongs to no call was read. */
    private volatile boolean unsolicited;

    private volatile boolean closing;
    /** Whether a transaction is open that ends with the connection. */
    private volatile boolean inLastTransaction;

    public PipelinedConnection(WireConnection wire, SessionState session, Owner owner, long now) throws IOException {
        this.wire = wire;
        this.session = session;
        this.owner = owner;
        this.outgoing = new Outgoing(wire);
        this.queue = new ExchangeQueue(this, session, outgoing);
        this.cancellation = new Cancellation(wire);
        this.poolEntry = new PoolEntry(now);
    }

    public PoolEntry poolEntry() {
        return poolEntry;
    }

    public SessionState session() {
        return session;
    }

    public boolean broken() {
        return queue.broken();
    }

    /** Whether it was closed from this side, so that the database need not have failed. */
    public boolean endedHere() {
        return endedHere;
    }

    /** Whether it is being closed while calls use it, because the connector is closed. */
    public boolean closing() {
        return closing;
    }

    /** Whether a cancel request was sent, which may still stop a later statement. */
    public boolean cancelled() {
        return cancellation.requested();
    }

    /** Whether the engine may have closed it since it was used, as far as that is known without a round trip. */
    public boolean mayHaveEnded(long now) {
        return poolEntry.idleNanos(now) > LIVES_FOR || hasUnsolicitedInput();
    }

    /** Whether the engine has sent a message that belongs to no call, as it does before it closes the connection. */
    public boolean hasUnsolicitedInput() {
        return unsolicited || wire.hasInput();
    }

    /** Whether the engine has prepared it here, and its columns are known. */
    public boolean hasPrepared(StatementProfile profile) {
        return queue.hasPrepared(profile);
    }

    /** About how many exchanges wait for responses. */
    public int length() {
        return queue.length();
    }

    /** Runs an exchange of the exclusive holder; whether it succeeded. */
    public boolean exchange(PipelinedExchange exchange, CallScope scope) {
        if (begin(exchange, false)) {
            await(exchange, scope);
        }
        return exchange.state() == State.DONE && exchange.error().isEmpty();
    }

    /** Whether the session is as a call expects, as far as that is known. */
    public boolean isRestored() {
        return session.isRestored(System.nanoTime());
    }

    /**
     * Restores the session that a call expects; false when the connection is unusable.
     *
     * @param longestSilence of the engine meanwhile: a dead connection must not use up the time of the call
     */
    public boolean restore(String restoration, Duration longestSilence, CallScope scope) {
        try {
            wire.shortenSilence(longestSilence);
            if (!exchange(new SessionReset(restoration), scope)) {
                return false;
            }
            wire.allowUsualSilence();
        } catch (IOException closed) {
            return false;
        }
        session.restored(System.nanoTime());
        unsolicited = false;
        return true;
    }

    /** Begins a read-only transaction, which lasts until the connection is closed. */
    public boolean beginReadOnly(PipelinedExchange begin, CallScope scope) {
        inLastTransaction = true;
        return exchange(begin, scope);
    }

    /**
     * The first exchange of a holder.
     *
     * @param share whether others may join until all have their responses
     * @return false when the connection is broken
     */
    public boolean begin(PipelinedExchange exchange, boolean share) {
        try {
            return queue.begin(exchange, share);
        } catch (RuntimeException | Error unwritten) {
            abort();
            throw unwritten;
        }
    }

    /**
     * Joins a queue.
     *
     * @param size about how many bytes it sends
     * @param saturated whether no other connection is available, so that a long queue is acceptable
     */
    public boolean join(PipelinedExchange exchange, long size, boolean saturated) {
        try {
            var joined = queue.join(exchange, size, saturated);
            if (joined) {
                owner.watch();
            }
            return joined;
        } catch (RuntimeException | Error unwritten) {
            abort();
            throw unwritten;
        }
    }

    /** Sends, and waits until the response is complete, the connection breaks or the call ends. */
    public void await(PipelinedExchange exchange, CallScope scope) {
        scope.listen(exchange);
        var interrupted = false;
        try {
            while (exchange.waits()) {
                if (exchange.takesSending()) {
                    send();
                } else {
                    LockSupport.park(this);
                    interrupted |= Thread.interrupted();
                }
            }
            if (exchange.takesSending()) {
                send();
            }
            if (exchange.state() == State.READS) {
                read(exchange);
            }
        } finally {
            scope.forget(exchange);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Bytes that others add meanwhile are sent with the next write; after some writes another call continues. */
    private void send() {
        try {
            for (var writes = 0; queue.takeUnsent(writes >= MOST_WRITES); writes++) {
                outgoing.send();
            }
        } catch (IOException unusable) {
            // The reading thread fails then; only it may end the exchanges, whose buffers it may be writing to.
            wire.close();
        }
    }

    private void read(PipelinedExchange own) {
        var usable = false;
        try {
            readAvailable();
            while (!own.isAnswered()) {
                wire.messages().receive();
                readAvailable();
            }
            usable = true;
        } catch (IOException | IndexOutOfBoundsException unusable) {
            // The connection is lost or violates the protocol.
        } finally {
            if (usable) {
                handOver();
            } else {
                breakDown();
            }
        }
    }

    private void readAvailable() throws IOException {
        var messages = wire.messages();
        var head = queue.head();
        while (messages.next(head)) {
            unsolicited |= head == NoExchange.PENDING;
            switch (messages.type()) {
                case 'Z' -> head = end(head);
                case 'E' -> head.fail(ServerError.of(messages.bytes(), messages.body(), messages.end()));
                case 'S' -> session.observe(ParameterStatus.read(messages, session.reported()));
                // Notices and notifications.
                case 'N', 'A' -> {}
                default -> {
                    requireNoError(head, messages.type());
                    head.message(messages);
                }
            }
        }
        if (head.unwanted()) {
            owner.watch();
        }
    }

    private static void requireNoError(PipelinedExchange head, byte type) throws IOException {
        if (head.error().isPresent()) {
            throw ProtocolViolation.unexpected(type);
        }
    }

    /** The head's response is complete; returns the exchange whose response is next. */
    private PipelinedExchange end(PipelinedExchange head) throws IOException {
        var messages = wire.messages();
        if (messages.end() - messages.body() != 1 || messages.bytes()[messages.body()] != 'I' && !inLastTransaction) {
            throw new ProtocolViolation("a statement has left a transaction open");
        }
        if (head.error().isEmpty()) {
            head.requireComplete();
        }
        // Read before the head's thread continues, which reads it too.
        var intact = session.isIntact();
        var next = queue.remove(head);
        if (next != NoExchange.PENDING && !intact) {
            // The statements behind it must not run in the changed session.
            head.changedSession();
            throw end();
        }
        return next;
    }

    private void handOver() {
        wire.messages().shrink();
        switch (queue.handOver()) {
            case SETTLED -> {}
            // On a separate thread: this may take as long as a statement, and the caller already has its response.
            case DROP -> Thread.ofVirtual().name("drop answers").start(() -> read(queue.head()));
            case ENDED -> owner.queueEnded(this);
        }
    }

    private void breakDown() {
        wire.close();
        if (queue.breakDown()) {
            owner.queueEnded(this);
        }
    }

    /** The call of an exchange has ended. Must not block. */
    void ended(PipelinedExchange exchange) {
        if (queue.leave(exchange)) {
            cancel(exchange);
        }
    }

    /**
     * Checks the head for a stall; called repeatedly.
     *
     * @return whether to check again
     */
    boolean inspect(StallMonitor.HeadSample sample) {
        var head = queue.suspect();
        if (head.isEmpty()) {
            sample.forget();
            return false;
        }
        if (sample.isStalled(head.get()) && queue.preempt(head.get())) {
            cancel(head.get());
        }
        return true;
    }

    /** On a separate thread: a cancel request opens a connection, and the caller must not block. */
    private void cancel(PipelinedExchange head) {
        // Before the thread checks that the head is still the same: the head may end between check and request.
        cancellation.intend();
        Thread.ofVirtual()
                .name("cancel statement")
                .start(() -> cancellation.run(() -> queue.head() == head, this::abort));
    }

    /** Whether a cancel request for another statement may have stopped this one. */
    public boolean mayHaveCancelled(PipelinedExchange exchange) {
        return cancellation.mayHaveHit(exchange.sentAt());
    }

    public void forget(StatementProfile profile, PreparedStatement statement) {
        queue.forget(profile, statement);
    }

    /** Closes the connection while calls use it, from the reading thread; the caller throws the returned exception. */
    public IOException end() {
        abort();
        return new IOException("the connection is given up");
    }

    /** Closes the connection while calls use it; their reads fail. */
    public void abort() {
        endedHere = true;
        wire.close();
    }

    /** Cancels the statement that runs here and closes the connection; does not wait for either. */
    public void cancelAndAbort() {
        closing = true;
        Thread.ofVirtual().name("end connection").start(() -> {
            cancellation.once();
            abort();
        });
    }

    /** Sends Terminate and closes; only while no call uses the connection. */
    public void terminate() {
        wire.terminate();
    }
}
