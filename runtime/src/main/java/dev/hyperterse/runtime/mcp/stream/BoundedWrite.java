package dev.hyperterse.runtime.mcp.stream;

import java.time.Duration;

/**
 * The write to a peer that a thread is in, if it is in one, so that another thread can end it when the peer does not
 * read. The thread is a connection's, which a moment later may read the next request: it is interrupted in that very
 * write, or not at all.
 */
public final class BoundedWrite {
    private Thread writer = Thread.currentThread();
    private long sinceNanos;
    private boolean writing;
    private boolean interrupted;

    /** The current thread begins to write. One at a time; who writes from several threads brings a lock. */
    public synchronized void begin() {
        writer = Thread.currentThread();
        sinceNanos = System.nanoTime();
        writing = true;
    }

    /** It has written, or failed to; an interrupt that came for this write ends with it. */
    public synchronized void end() {
        writing = false;
        if (interrupted) {
            interrupted = false;
            Thread.interrupted();
        }
    }

    /**
     * Ends a write that has lasted longer: a virtual thread that is interrupted while it is blocked in one closes its
     * socket.
     */
    public synchronized boolean endedAfter(Duration patience, long nowNanos) {
        if (!writing || nowNanos - sinceNanos <= patience.toNanos()) {
            return false;
        }
        interrupted = true;
        writer.interrupt();
        return true;
    }
}
