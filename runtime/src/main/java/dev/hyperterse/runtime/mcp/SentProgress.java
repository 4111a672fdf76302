package dev.hyperterse.runtime.mcp;

/** How far the client of one call knows it to be; used by the thread of the call alone. */
public final class SentProgress {
    private double reached = Double.NEGATIVE_INFINITY;

    /** Whether that is news: what is sent has to grow. */
    boolean grows(double next) {
        if (next <= reached) {
            return false;
        }
        reached = next;
        return true;
    }
}
