package dev.hyperterse.calls.memory;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that all requests, calls and results of a replica share ({@code limits.bufferSize}). When it is exhausted,
 * a call that needs more fails as {@code busy}, so that no call causes an out-of-memory error for all of them. Small
 * arrays are reused. Memory that calls do not need is lent to the cache ({@link #lend}), until a call needs it.
 */
public final class BufferBudget {
    static final int SMALLEST = 8 * 1024;
    private static final int MOST_KEPT = 256;

    private volatile long limit;
    /** Taken by calls, and lent. */
    private final AtomicLong taken = new AtomicLong();

    private final AtomicLong lent = new AtomicLong();
    private volatile Borrower borrower = missing -> 0;
    private final ConcurrentLinkedDeque<byte[]> kept = new ConcurrentLinkedDeque<>();
    private final AtomicInteger keptCount = new AtomicInteger();

    public BufferBudget(long limit) {
        this.limit = limit;
    }

    /** Holds lent memory, and returns it when calls need it. */
    @FunctionalInterface
    public interface Borrower {
        /**
         * Gives back at least that many bytes, by {@link #giveBack}, or all that it has. Called by the thread of a
         * call.
         *
         * @return how many it gave back
         */
        long returnBytes(long missing);
    }

    /** Sets the only borrower of this budget. */
    public void borrower(Borrower only) {
        borrower = only;
    }

    /**
     * Lends bytes that can be reclaimed at any time; false if calls use the memory. A quarter is never lent, so that
     * ordinary calls need not wait for the borrower.
     */
    public boolean lend(long bytes) {
        for (var now = taken.get(); bytes <= limit / 4 * 3 - now; now = taken.get()) {
            if (taken.compareAndSet(now, now + bytes)) {
                lent.addAndGet(bytes);
                return true;
            }
        }
        return false;
    }

    /** Returns bytes that {@link #lend} lent. */
    public void giveBack(long bytes) {
        lent.addAndGet(-bytes);
        taken.addAndGet(-bytes);
    }

    /** A buffer for one result of at most {@code maxSize} bytes; it must be released. */
    public ResultBuffer open(long maxSize) {
        return new ResultBuffer(this, (int) Math.min(maxSize, Integer.MAX_VALUE - 8), Optional.empty());
    }

    /** A buffer for a call that also holds the given memory. */
    public ResultBuffer open(long maxSize, Reservation beside) {
        return new ResultBuffer(this, (int) Math.min(maxSize, Integer.MAX_VALUE - 8), Optional.of(beside));
    }

    /** The memory of one call in addition to its response; it must be closed. */
    public Reservation reservation() {
        return new Reservation(this, Optional.empty());
    }

    /** Takes bytes that the caller allocates itself, such as a request body; false when the budget is exhausted. */
    public boolean reserve(long bytes) {
        while (!take(bytes)) {
            if (!reclaim(bytes)) {
                return false;
            }
        }
        return true;
    }

    private boolean take(long bytes) {
        for (var now = taken.get(); bytes <= limit - now; now = taken.get()) {
            if (taken.compareAndSet(now, now + bytes)) {
                return true;
            }
        }
        return false;
    }

    /** Whether lent memory was given back; a request that exceeds the budget takes nothing from the borrower. */
    private boolean reclaim(long bytes) {
        return lent.get() > 0 && bytes <= limit - used() && borrower.returnBytes(bytes - (limit - taken.get())) > 0;
    }

    /** Releases bytes that {@link #reserve} reserved. */
    public void release(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Takes effect immediately; memory that calls hold stays reserved, and counts. */
    public void resize(long newLimit) {
        limit = newLimit;
        var tooMuch = taken.get() - newLimit / 4 * 3;
        if (tooMuch > 0 && lent.get() > 0) {
            borrower.returnBytes(tooMuch);
        }
    }

    /** The bytes that requests and results hold. */
    public long used() {
        return taken.get() - lent.get();
    }

    public long limit() {
        return limit;
    }

    /** Whether requests and results hold most of it. */
    public boolean scarce() {
        return used() > limit / 4 * 3;
    }

    /** Whether a request exceeds the whole budget, so that trying again does not help. */
    public boolean neverHas(long bytes) {
        return bytes > limit;
    }

    /** The failure of a call. @param total the requested bytes and those that the call holds */
    CallFailure refusal(long total) {
        return neverHas(total)
                ? new CallFailure(
                        Stage.EXECUTION,
                        "the call needs more than the %d bytes that this replica has for all calls; ask for less, or raise"
                                        .formatted(limit)
                                + " limits.bufferSize and the memory limit of the pod")
                : new CallFailure(Stage.BUSY, "busy: the buffers of this replica are in use, try again");
    }

    /** @param beside bytes that the call already holds */
    byte[] allocate(int size, long beside) {
        if (!reserve(size)) {
            throw refusal(size + beside);
        }
        if (size == SMALLEST) {
            var reused = kept.pollFirst();
            if (reused != null) {
                keptCount.decrementAndGet();
                return reused;
            }
        }
        return new byte[size];
    }

    void free(byte[] array) {
        release(array.length);
        if (array.length == SMALLEST && keptCount.get() < MOST_KEPT) {
            keptCount.incrementAndGet();
            kept.addFirst(array);
        }
    }
}
