package dev.hyperterse.runtime.pipeline;

/**
 * The memory that one call takes beside its request and its answer: its arguments while they are read, its values while
 * they are bound and sent, its rows while the driver holds them. What a caller can make large is taken here before it is
 * made, and given back when the call ends. The first kilobytes are free, so a small call touches nothing that calls share.
 * Used by one thread at a time.
 */
public final class Reservation implements AutoCloseable {
    /** The working memory of any call; {@link HeapShares} leaves room for that of all of them. */
    static final int FREE = 32 * 1024;

    private static final int STEP = 64 * 1024;

    private final BufferBudget budget;
    private long needed;
    private long reserved;

    Reservation(BufferBudget budget) {
        this.budget = budget;
    }

    /**
     * Takes so many bytes, which are about to be made.
     *
     * @throws CallFailure when the budget does not have them
     */
    public void take(long bytes) {
        needed += bytes;
        if (needed - FREE > reserved) {
            reserve(needed - FREE - reserved);
        }
    }

    /** Gives back some of what was taken, before the call ends. */
    public void giveBack(long bytes) {
        needed -= bytes;
        var unused = (reserved - Math.max(0, needed - FREE)) / STEP * STEP;
        if (unused > 0) {
            reserved -= unused;
            budget.release(unused);
        }
    }

    /** Gives everything back. */
    @Override
    public void close() {
        if (reserved > 0) {
            budget.release(reserved);
        }
        reserved = 0;
        needed = 0;
    }

    private void reserve(long missing) {
        var more = (missing + STEP - 1) / STEP * STEP;
        if (!budget.reserve(more)) {
            throw needed > budget.limit() ? BufferBudget.neverEnough() : BufferBudget.exhausted();
        }
        reserved += more;
    }
}
