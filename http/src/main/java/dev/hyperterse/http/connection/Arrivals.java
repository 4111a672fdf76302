package dev.hyperterse.http.connection;

import dev.hyperterse.http.socket.BriefReads;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The bytes that arrive on one connection, and the time since which the rest of a request is missing, or its client takes
 * nothing of an answer. A request that comes in one piece, as small ones do, never waits within and costs nothing here.
 */
final class Arrivals {
    private static final Wait NONE = new Wait(0, 0, Awaited.NEXT_REQUEST);
    private static final Wait EXPIRED = new Wait(0, 0, Awaited.NEXT_REQUEST);
    /** The longest pause inside bytes that arrive or leave without a rest. */
    private static final Duration STALLED = Duration.ofSeconds(1);

    private static final long STALLED_NANOS = STALLED.toNanos();

    private final HelidonSocket socket;
    private final BriefReads reads;
    private final RequestMemory.Share memory;
    private final BoundedWrite sending = new BoundedWrite();
    private final AtomicReference<Wait> waiting = new AtomicReference<>(NONE);
    /** Waits for the client. */
    private volatile Thread reader = Thread.currentThread();
    /** There once a request was watched. */
    private volatile Optional<LookAhead> ahead = Optional.empty();

    private Optional<Long> began = Optional.empty();
    private boolean waitedWithin;

    Arrivals(HelidonSocket socket, RequestMemory.Share memory) {
        this.socket = socket;
        this.reads = new BriefReads(socket);
        this.memory = memory;
    }

    /** The reason to close a connection for another. */
    enum Need {
        PLACE,
        MEMORY
    }

    private enum Awaited {
        /** A client may take its time. */
        NEXT_REQUEST,
        MORE_OF_A_REQUEST,
        /** Of a request that is answered already. */
        REST
    }

    /** One wait for the client; a new one each time, so that none is taken for another. */
    private record Wait(long beganNanos, long sinceNanos, Awaited awaited) {
        boolean late(long nowNanos, ReadLimits limits) {
            return switch (awaited) {
                case NEXT_REQUEST -> nowNanos - sinceNanos > limits.idle().toNanos();
                case MORE_OF_A_REQUEST ->
                    nowNanos - sinceNanos > limits.pause().toNanos()
                            || nowNanos - beganNanos > limits.total().toNanos();
                case REST ->
                    nowNanos - sinceNanos > STALLED_NANOS
                            || nowNanos - beganNanos > limits.pause().toNanos();
            };
        }

        boolean mayBeClosed(long nowNanos, Need need) {
            return this != NONE
                    && this != EXPIRED
                    && (awaited != Awaited.MORE_OF_A_REQUEST || nowNanos - sinceNanos(need) > STALLED_NANOS);
        }

        /** A request holds its memory from its beginning, however steadily its bytes arrive. */
        long sinceNanos(Need need) {
            return need == Need.MEMORY && awaited == Awaited.MORE_OF_A_REQUEST ? beganNanos : sinceNanos;
        }
    }

    /** Whether its request holds some of the memory that all share. */
    boolean holdsMemory() {
        return memory.holds();
    }

    /** It is over, and holds nothing any more. */
    void ended() {
        memory.end();
    }

    /** The current write of the connection. */
    BoundedWrite sending() {
        return sending;
    }

    /** The first bytes of a request; empty at the end of the connection. */
    Optional<byte[]> first() {
        long now = System.nanoTime();
        reads.begin();
        return awaited(new Wait(now, now, Awaited.NEXT_REQUEST));
    }

    /** More of a request that has begun; it fails when that has taken too long. */
    Optional<byte[]> more() {
        long now = System.nanoTime();
        waitedWithin = true;
        began = Optional.of(began.orElse(now));
        return awaited(new Wait(began.get(), now, Awaited.MORE_OF_A_REQUEST));
    }

    /**
     * Reads so many bytes at most, while they come, of a request that was answered before its end. A connection that is
     * closed with bytes unread takes the answer away from a client that still sends (RFC 9112, section 9.6).
     */
    void discard(long rest) {
        if (waiting.get() == EXPIRED) {
            return;
        }
        long start = System.nanoTime();
        try {
            long left = rest;
            while (left > 0) {
                left -= awaited(new Wait(start, System.nanoTime(), Awaited.REST))
                        .map(piece -> (long) piece.length)
                        .orElse(left);
            }
        } catch (CloseConnectionException over) {
            // The client has gone, or took too long.
        }
    }

    private Optional<byte[]> awaited(Wait wait) {
        reader = Thread.currentThread();
        waiting.set(wait);
        try {
            return next();
        } finally {
            if (!waiting.compareAndSet(wait, NONE)) {
                readUntilClosed();
                throw new CloseConnectionException("the client took too long");
            }
        }
    }

    /** The refusal is written by another thread, which closes the connection behind it; to end before would lose it. */
    private void readUntilClosed() {
        try {
            while (next().isPresent()) {
                // The rest of the request is discarded.
            }
        } catch (CloseConnectionException closed) {
            // As it should be.
        }
    }

    /** How long its client has sent or taken nothing, or, where memory is needed, not all of a request. */
    long waitedNanos(long nowNanos, Need need) {
        var wait = waiting.get();
        return wait == NONE ? sending.stalledNanos(nowNanos) : nowNanos - wait.sinceNanos(need);
    }

    /** Whether it can be closed for another: no request is arriving, and none is answered to a client that reads. */
    boolean mayBeClosed(long nowNanos, Need need) {
        return waiting.get().mayBeClosed(nowNanos, need) || sending.stalledNanos(nowNanos) > STALLED_NANOS;
    }

    /** Closes the connection unless a request has come, or the answer was taken; whether it did. */
    boolean closeWhileWaiting(long nowNanos, Need need) {
        if (sending.endedAfter(STALLED, nowNanos)) {
            // Its write may have ended just now: it must not go on without a place.
            apart(this::close);
            return true;
        }
        var wait = waiting.get();
        boolean closes = wait.mayBeClosed(nowNanos, need) && waiting.compareAndSet(wait, EXPIRED);
        if (closes) {
            apart(this::cut);
        }
        return closes;
    }

    /** Whether the rest of a request was ever waited for, within its routing perhaps. */
    boolean haveWaitedWithin() {
        return waitedWithin;
    }

    /** A request has arrived whole; the next may take its time to begin. */
    void requestEnded() {
        began = Optional.empty();
    }

    /**
     * Reads on while a request is answered, and runs that when the connection ends. Its own thread must not read it
     * until then, and must see that this was called.
     */
    void onEnd(Runnable ended) {
        if (ahead.isEmpty()) {
            ahead = Optional.of(new LookAhead(this::received, this::receivedAhead, this::close, memory));
        }
        ahead.get().watch(ended);
    }

    /**
     * Ends a connection that is idle for too long, one whose client does not read, and one whose request takes too long,
     * which gets that answer.
     */
    void endIfLate(long nowNanos, ReadLimits limits, byte[] answer) {
        sending.endedAfter(limits.total(), nowNanos);
        var wait = waiting.get();
        if (wait == EXPIRED) {
            // It was refused a while ago: its client does not even read that.
            apart(this::cut);
        } else if (wait != NONE && wait.late(nowNanos, limits) && waiting.compareAndSet(wait, EXPIRED)) {
            // The connection's own thread waits in a read, so nothing else writes.
            apart(wait.awaited() == Awaited.MORE_OF_A_REQUEST ? () -> refuse(answer) : this::close);
        }
    }

    /** A thread for each: writing can block, and with TLS closing writes. */
    private static void apart(Runnable end) {
        Thread.ofVirtual().name("late connection").start(end);
    }

    /** Sends that answer, and ends the connection; for a thread that nothing else writes beside. */
    void refuse(byte[] answer) {
        try {
            socket.write(BufferData.create(answer));
        } catch (UncheckedIOException gone) {
            // The client has disconnected.
        } finally {
            close();
        }
    }

    /**
     * Closes the connection beneath the threads that wait in a read of it. With TLS they hold locks that a close waits for,
     * for as long as the client is silent.
     */
    private void cut() {
        reader.interrupt();
        ahead.ifPresent(LookAhead::interrupt);
        close();
    }

    private void close() {
        try {
            socket.close();
        } catch (UncheckedIOException closed) {
            // Its own thread, which wakes from its read, closes it as well.
        }
    }

    private Optional<byte[]> next() {
        return ahead.isPresent() ? ahead.get().next() : received();
    }

    private Optional<byte[]> receivedAhead() {
        reads.begin();
        return received();
    }

    private Optional<byte[]> received() {
        try {
            return reads.next();
        } catch (UncheckedIOException lost) {
            throw new ServerConnectionException("the connection is lost", lost);
        }
    }
}
