package dev.hyperterse.http.connection;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The current write of a thread to a peer, which another thread can end when the peer does not read. The thread belongs
 * to a connection and may read the next request a moment later, so it is interrupted during the write or not at all.
 */
public final class BoundedWrite {
    private final LongSupplier nanoTime;
    private Thread writer = Thread.currentThread();
    private long beganNanos;
    /** When the peer last took a piece. */
    private long progressNanos;

    private boolean writing;
    private boolean interrupted;

    public BoundedWrite() {
        this(System::nanoTime);
    }

    public BoundedWrite(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The current thread begins to write. Not thread-safe: callers with several threads need a lock. */
    public synchronized void begin() {
        writer = Thread.currentThread();
        beganNanos = nanoTime.getAsLong();
        progressNanos = beganNanos;
        writing = true;
    }

    /** The peer has read a piece of the written data. */
    public synchronized void progressed() {
        progressNanos = nanoTime.getAsLong();
    }

    /** The write has ended; an interrupt for it is cleared. */
    public synchronized void end() {
        writing = false;
        if (interrupted) {
            interrupted = false;
            Thread.interrupted();
        }
    }

    /** How long the current write has made no progress; none is no time. */
    synchronized long stalledNanos(long nowNanos) {
        return writing ? nowNanos - progressNanos : 0;
    }

    /** Ends a write that has lasted longer, regardless of its progress. */
    public boolean endedAfter(Duration total, long nowNanos) {
        return endedAfter(total, total, nowNanos);
    }

    /**
     * Ends a write that has lasted longer than {@code total}, or has not progressed for {@code pause}. Interrupting a
     * virtual thread that is blocked in a write closes its socket.
     */
    public synchronized boolean endedAfter(Duration pause, Duration total, long nowNanos) {
        boolean late = nowNanos - progressNanos > pause.toNanos() || nowNanos - beganNanos > total.toNanos();
        if (!writing || !late) {
            return false;
        }
        interrupted = true;
        writer.interrupt();
        return true;
    }
}
