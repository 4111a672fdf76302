package dev.hyperterse.runtime.history;

/**
 * A window that moves in steps, so that its size does not depend on the number of calls. A call counts for the length of
 * the window and up to one step longer, never shorter.
 */
public record HistoryWindow(long seconds) {
    private static final int STEPS = 20;

    public long step() {
        return Math.ceilDiv(seconds, STEPS);
    }

    /** The steps before the current one that belong to the window. */
    public int stepsBefore() {
        return (int) Math.ceilDiv(seconds, step());
    }
}
