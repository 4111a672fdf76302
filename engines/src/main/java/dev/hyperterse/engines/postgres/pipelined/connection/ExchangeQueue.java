package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange.State;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatement;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The exchanges that wait for responses on one connection, in the order in which they are sent: all state that changes
 * under the lock of the connection. Nothing here waits for the engine.
 */
final class ExchangeQueue {
    private final PipelinedConnection connection;
    private final SessionState session;
    private final Outgoing outgoing;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<PipelinedExchange> waiting = new ArrayDeque<>();
    private final PreparedStatements prepared = new PreparedStatements();
    private final QueueDelay delay = new QueueDelay();
    /** Whether calls join until it is empty; otherwise the holder of the connection returns it. */
    private boolean shared;

    private volatile boolean open;
    private volatile boolean broken;

    /** The next state of a queue when the reading thread leaves. */
    enum ReaderHandOver {
        /** The next thread reads for itself, or the holder continues. */
        SETTLED,
        /** The next call has ended; its response must be read and dropped. */
        DROP,
        /** The queue was shared, and is empty. */
        ENDED
    }

    ExchangeQueue(PipelinedConnection connection, SessionState session, Outgoing outgoing) {
        this.connection = connection;
        this.session = session;
        this.outgoing = outgoing;
    }

    boolean broken() {
        return broken;
    }

    /** About how many exchanges wait. */
    int length() {
        return delay.length();
    }

    /** The first exchange of a holder; false when the connection is broken. */
    boolean begin(PipelinedExchange exchange, boolean share) {
        lock.lock();
        try {
            var now = System.nanoTime();
            delay.begin(now);
            if (broken) {
                exchange.enter(connection, false, 0, now);
                exchange.lose(true);
                return false;
            }
            enter(exchange, now);
            exchange.become(State.READS);
            shared = share;
            open = share;
            return true;
        } finally {
            lock.unlock();
        }
    }

    boolean join(PipelinedExchange exchange, long size, boolean saturated) {
        if (!open || delay.isFull(saturated)) {
            return false;
        }
        lock.lock();
        try {
            var now = System.nanoTime();
            var joins = open
                    && session.isRestored(now)
                    && outgoing.fits(size)
                    && delay.isWorthJoining(now, exchange.expectedNanos(), saturated);
            if (joins) {
                enter(exchange, now);
            }
            return joins;
        } finally {
            lock.unlock();
        }
    }

    private void enter(PipelinedExchange exchange, long now) {
        var before = outgoing.unsent();
        exchange.write(outgoing.filling(), prepared);
        exchange.enter(connection, outgoing.takesSender(), outgoing.add(before), now);
        delay.add(exchange.expected());
        waiting.add(exchange);
    }

    /**
     * Takes the bytes to send; false if there are none, or another thread continues to send.
     *
     * @param passOn whether the call that wrote last must continue, because it waits for its response anyway
     */
    boolean takeUnsent(boolean passOn) {
        lock.lock();
        try {
            var last = waiting.peekLast();
            if (passOn && outgoing.unsent() > 0 && last != null && last.waits()) {
                last.sendNext();
                wake(last);
                return false;
            }
            return outgoing.swap();
        } finally {
            lock.unlock();
        }
    }

    /** The exchange whose response is next. */
    PipelinedExchange head() {
        lock.lock();
        try {
            return next();
        } finally {
            lock.unlock();
        }
    }

    private PipelinedExchange next() {
        var head = waiting.peek();
        return head == null ? NoExchange.PENDING : head;
    }

    /** The head's response is complete; returns the exchange whose response is next. */
    PipelinedExchange remove(PipelinedExchange head) {
        lock.lock();
        try {
            head.answered(delay.remove(head, System.nanoTime()));
            outgoing.remove(head.bytes());
            waiting.poll();
            if (head.state() != State.ABANDONED) {
                head.become(State.DONE);
                wake(head);
            }
            var next = next();
            if (next.state() == State.QUEUED && next != NoExchange.PENDING) {
                next.become(State.READ_BY_ANOTHER);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private static void wake(PipelinedExchange exchange) {
        if (exchange.thread() != Thread.currentThread()) {
            LockSupport.unpark(exchange.thread());
        }
    }

    /** The reading thread leaves. */
    ReaderHandOver handOver() {
        lock.lock();
        try {
            var next = next();
            if (next == NoExchange.PENDING) {
                var ended = shared;
                close();
                return ended ? ReaderHandOver.ENDED : ReaderHandOver.SETTLED;
            }
            if (next.state() == State.ABANDONED) {
                return ReaderHandOver.DROP;
            }
            next.become(State.READS);
            wake(next);
            return ReaderHandOver.SETTLED;
        } finally {
            lock.unlock();
        }
    }

    /** The connection is unusable; returns whether it was shared. Only for the reading thread. */
    boolean breakDown() {
        lock.lock();
        try {
            var ended = shared;
            broken = true;
            close();
            var lost = List.copyOf(waiting);
            waiting.clear();
            for (var exchange : lost) {
                if (exchange.state() != State.ABANDONED) {
                    exchange.lose(exchange == lost.getFirst());
                    wake(exchange);
                }
            }
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void close() {
        shared = false;
        open = false;
    }

    /**
     * The call of an exchange has ended: abandons the exchange, or, if it is the head, returns whether to cancel it.
     */
    boolean leave(PipelinedExchange exchange) {
        lock.lock();
        try {
            if (exchange.state() == State.QUEUED) {
                exchange.become(State.ABANDONED);
                wake(exchange);
                return false;
            }
            return next() == exchange && exchange.beginCancelling();
        } finally {
            lock.unlock();
        }
    }

    /** The head, if others wait for it or its response is dropped; empty otherwise. */
    Optional<PipelinedExchange> suspect() {
        lock.lock();
        try {
            var head = next();
            return waiting.size() > 1 || head.unwanted() ? Optional.of(head) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Marks a head that delays others; returns whether to cancel it. */
    boolean preempt(PipelinedExchange head) {
        lock.lock();
        try {
            var cancels = next() == head && head.beginCancelling();
            if (cancels) {
                head.preempt();
            }
            return cancels;
        } finally {
            lock.unlock();
        }
    }

    boolean hasPrepared(StatementProfile profile) {
        lock.lock();
        try {
            return prepared.find(profile).flatMap(PreparedStatement::shape).isPresent();
        } finally {
            lock.unlock();
        }
    }

    void forget(StatementProfile profile, PreparedStatement statement) {
        lock.lock();
        try {
            prepared.forget(profile, statement);
        } finally {
            lock.unlock();
        }
    }
}
