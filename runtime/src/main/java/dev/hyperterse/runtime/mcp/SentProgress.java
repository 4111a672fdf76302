package dev.hyperterse.runtime.mcp;

/** The progress that was sent to the client of one call; used by the thread of the call alone. */
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
