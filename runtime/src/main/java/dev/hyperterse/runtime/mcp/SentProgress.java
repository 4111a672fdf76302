package dev.hyperterse.runtime.mcp;

/** The progress that was sent to the client of one call; used by the thread of the call alone. */
public final class SentProgress {
    private double reached = Double.NEGATIVE_INFINITY;

    /** Whether the progress is greater than the last sent one, as MCP requires. */
    boolean grows(double next) {
        if (next <= reached) {
            return false;
        }
        reached = next;
        return true;
    }
}
