package dev.hyperterse.runtime.mcp.call;

/** The last progress that was sent to the client of a call. Used only by the thread of the call. */
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
