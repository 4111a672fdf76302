package dev.hyperterse.calls.memory;

import dev.hyperterse.calls.CallFailure;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory that one call reserves in addition to its request and its response: its arguments while they are parsed,
 * its values while they are bound and sent, its rows while the driver holds them. Everything that a caller can make
 * large is reserved here before it is allocated, and released when the call ends. The first kilobytes are free, so that
 * a small call accesses no shared state. Used by one thread at a time, except {@link #close}.
 */
public final class Reservation implements AutoCloseable {
    /** The working memory of any call; {@link HeapShares} leaves room for all of them. */
    static final int FREE = 32 * 1024;

    private static final int STEP = 64 * 1024;

    private final BufferBudget budget;
    private final Optional<ResultBuffer> answer;
    private final AtomicInteger holders = new AtomicInteger(1);
    private long needed;
    private long reserved;

    /** @param answer the other memory of the call in the budget */
    Reservation(BufferBudget budget, Optional<ResultBuffer> answer) {
        this.budget = budget;
        this.answer = answer;
    }

    /** The bytes that it holds of the budget. */
    long held() {
        return reserved;
    }

    /**
     * Takes bytes that are about to be allocated.
     *
     * @throws CallFailure when the budget does not have them
     */
    public void take(long bytes) {
        var more = needed + bytes - FREE - reserved;
        if (more > 0) {
            reserve(more);
        }
        needed += bytes;
    }

    /** Releases some of the reserved bytes before the call ends. */
    public void giveBack(long bytes) {
        needed -= bytes;
        var unused = (reserved - Math.max(0, needed - FREE)) / STEP * STEP;
        if (unused > 0) {
            reserved -= unused;
            budget.release(unused);
        }
    }

    /**
     * Another thread uses the memory, perhaps for longer than the call lasts: nothing is released before it calls
     * {@link #close} as well.
     */
    public void retain() {
        holders.incrementAndGet();
    }

    /** Gives everything back, unless another thread still uses it. */
    @Override
    public void close() {
        if (holders.decrementAndGet() == 0 && reserved > 0) {
            budget.release(reserved);
        }
    }

    private void reserve(long missing) {
        var more = (missing + STEP - 1) / STEP * STEP;
        if (!budget.reserve(more)) {
            throw budget.refusal(
                    more + reserved + answer.map(ResultBuffer::held).orElse(0L));
        }
        reserved += more;
    }
}
