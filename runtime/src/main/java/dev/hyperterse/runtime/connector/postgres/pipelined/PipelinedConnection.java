package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.connector.postgres.pipelined.PipelinedExchange.State;
import dev.hyperterse.runtime.connector.postgres.wire.ParameterStatus;
import dev.hyperterse.runtime.connector.postgres.wire.ProtocolViolation;
import dev.hyperterse.runtime.connector.postgres.wire.ServerError;
import dev.hyperterse.runtime.connector.postgres.wire.WireConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection on which several calls wait for their answers at once: each sends its statement without waiting for the
 * answers of those before. What several have to send goes out in one write, the answers of several come in with one read.
 *
 * <p>There is no thread for it. The call at the head of the queue reads its own answer and any that arrived with it, then
 * hands over to the next; a call that has the connection for itself changes no threads.
 */
final class PipelinedConnection {
    /** Hears what happens to a queue. */
    interface Owner {
        /** The last call that shared it has its answer, or none will have one. */
        void queueEnded(PipelinedConnection connection);

        /** A call waits behind another, or an answer is read and dropped. */
        void watch();
    }

    /** So long after it was used a connection is open, unless there is unread input. */
    private static final long LIVES_FOR = Duration.ofMillis(100).toNanos();
    /** Of one call for others, whose own answer may be there meanwhile. */
    private static final int MOST_WRITES = 8;

    private final WireConnection wire;
    private final SessionState session;
    private final Owner owner;
    private final Outgoing outgoing;
    private final ExchangeQueue queue;
    private final Cancellation cancellation;
    private final Tenure tenure;
    private volatile boolean endedHere;
    /** Whether the engine has said something between answers, as it does before it closes the connection. */
    private volatile boolean addressed;

    private volatile boolean closing;
    /** Whether a transaction is open that ends with the connection. */
    private volatile boolean inLastTransaction;

    PipelinedConnection(WireConnection wire, SessionState session, Owner owner, long now) throws IOException {
        this.wire = wire;
        this.session = session;
        this.owner = owner;
        this.outgoing = new Outgoing(wire);
        this.queue = new ExchangeQueue(this, session, outgoing);
        this.cancellation = new Cancellation(wire);
        this.tenure = new Tenure(now);
    }

    Tenure tenure() {
        return tenure;
    }

    SessionState session() {
        return session;
    }

    boolean broken() {
        return queue.broken();
    }

    /** Whether it broke because something here ended it, which says nothing of the database. */
    boolean endedHere() {
        return endedHere;
    }

    /** Whether it is ended under its calls because it serves no longer. */
    boolean closing() {
        return closing;
    }

    /** Whether a cancel request was made, which may still stop a statement that it is not for. */
    boolean cancelled() {
        return cancellation.requested();
    }

    /** Whether it may have ended since it was used, as far as that is seen without a round trip. */
    boolean mayHaveEnded(long now) {
        return addressed || tenure.idleNanos(now) > LIVES_FOR || wire.hasInput();
    }

    /** Whether the engine has prepared it here, and its columns are known. */
    boolean hasPrepared(StatementProfile profile) {
        return queue.hasPrepared(profile);
    }

    /** About how many wait for answers. */
    int length() {
        return queue.length();
    }

    /** Runs an exchange of the holder alone; whether it ended well. */
    boolean exchange(PipelinedExchange exchange, CallScope scope) {
        if (begin(exchange, false)) {
            await(exchange, scope);
        }
        return exchange.state() == State.DONE && exchange.error().isEmpty();
    }

    /** Whether the session is what a call expects, as far as that is known. */
    boolean isRestored() {
        return session.isRestored(System.nanoTime());
    }

    /**
     * Makes the session what a call expects; false when the connection is of no use.
     *
     * @param longestSilence of the engine meanwhile: a dead connection must not take all the time of the call
     */
    boolean restore(String restoration, Duration longestSilence, CallScope scope) {
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
        addressed = false;
        return true;
    }

    /** Begins a transaction that cannot write. The connection is of no use after it. */
    boolean beginReadOnly(PipelinedExchange begin, CallScope scope) {
        inLastTransaction = true;
        return exchange(begin, scope);
    }

    /**
     * The first exchange of a holder.
     *
     * @param share whether others may join until all have their answers
     * @return false when the connection is broken
     */
    boolean begin(PipelinedExchange exchange, boolean share) {
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
     * @param saturated there is no other connection to be had, so that a long queue is better than none
     */
    boolean join(PipelinedExchange exchange, long size, boolean saturated) {
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

    /** Sends what is to be sent and waits for the answer, until it is there, the connection breaks or the call ends. */
    void await(PipelinedExchange exchange, CallScope scope) {
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

    /** What others add meanwhile goes with the next write; after some writes one of these others goes on. */
    private void send() {
        try {
            for (var writes = 0; queue.takeWhatIsToSend(writes >= MOST_WRITES); writes++) {
                outgoing.send();
            }
        } catch (IOException unusable) {
            // Detected by the reading thread, which may be writing into buffers of other calls.
            wire.close();
        }
    }

    private void read(PipelinedExchange own) {
        var usable = false;
        try {
            readWhatCame();
            while (!own.isAnswered()) {
                wire.messages().receive();
                readWhatCame();
            }
            usable = true;
        } catch (IOException | IndexOutOfBoundsException unusable) {
            // Lost, or not what the protocol says; either way nothing more can be made of it.
        } finally {
            if (usable) {
                handOver();
            } else {
                breakDown();
            }
        }
    }

    private void readWhatCame() throws IOException {
        var messages = wire.messages();
        var head = queue.head();
        while (messages.next(head)) {
            addressed |= head == NoExchange.PENDING;
            switch (messages.type()) {
                case 'Z' -> head = end(head);
                case 'E' -> head.fail(ServerError.of(messages.bytes(), messages.body(), messages.end()));
                case 'S' -> session.observe(ParameterStatus.read(messages, session.reported()));
                // A notice, a notification.
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

    /** The head's answer is complete; returns whose comes next. */
    private PipelinedExchange end(PipelinedExchange head) throws IOException {
        var messages = wire.messages();
        if (messages.end() - messages.body() != 1 || messages.bytes()[messages.body()] != 'I' && !inLastTransaction) {
            throw new ProtocolViolation("a statement has left a transaction open");
        }
        if (head.error().isEmpty()) {
            head.requireComplete();
        }
        // Before its thread goes on, which asks the same.
        var intact = session.isIntact();
        var next = queue.remove(head);
        if (next != NoExchange.PENDING && !intact) {
            // Those behind have not asked for rows in another time zone, or for more than reading.
            head.changedSession();
            throw end();
        }
        return next;
    }

    private void handOver() {
        wire.messages().shrink();
        switch (queue.handOver()) {
            case SETTLED -> {}
            // It may take as long as a statement may; a call that has its answer does not wait for that.
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
     * Looks at what the engine works on, again and again.
     *
     * @return whether there is a reason to look again
     */
    boolean inspect(StallMonitor.Sight sight) {
        var head = queue.suspect();
        if (head.isEmpty()) {
            sight.forget();
            return false;
        }
        if (sight.isStalled(head.get()) && queue.outpace(head.get())) {
            cancel(head.get());
        }
        return true;
    }

    /** A cancel request is a connection of its own; neither deadlines nor clients wait for it. */
    private void cancel(PipelinedExchange head) {
        // Before the thread looks whether the head is still the same, which may end between its look and its request.
        cancellation.intend();
        Thread.ofVirtual()
                .name("cancel statement")
                .start(() -> cancellation.run(() -> queue.head() == head, this::abort));
    }

    /** Whether a cancel request may have stopped another statement than the one it was for. */
    boolean mayHaveCancelled(PipelinedExchange exchange) {
        return cancellation.mayHaveHit(exchange.sentAt());
    }

    void forget(StatementProfile profile, PreparedStatement statement) {
        queue.forget(profile, statement);
    }

    /** Closes the connection while calls use it, from the reading thread; the caller throws the returned exception. */
    IOException end() {
        abort();
        return new IOException("the connection is given up");
    }

    /** Closes the connection while calls use it; their reads fail. */
    void abort() {
        endedHere = true;
        wire.close();
    }

    /** Stops what runs here and ends the connection, without waiting for either. */
    void cancelAndAbort() {
        closing = true;
        Thread.ofVirtual().name("end connection").start(() -> {
            cancellation.once();
            abort();
        });
    }

    /** Takes leave of the engine; only while no call uses the connection. */
    void terminate() {
        wire.terminate();
    }
}
