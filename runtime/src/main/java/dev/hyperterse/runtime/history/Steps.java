package dev.hyperterse.runtime.history;

import dev.hyperterse.runtime.history.CallHistory.Past;

/** The calls of one series by steps of its window, as a ring. Not thread-safe. */
final class Steps {
    /** Of all amounts of a window together. */
    private static final long MOST = 9_000_000_000_000_000_000L;

    private final long[] calls;
    private final long[] millionths;
    private long newest;

    /** @param step that is the current one */
    Steps(HistoryWindow window, long step) {
        this.calls = new long[window.stepsBefore() + 1];
        this.millionths = new long[calls.length];
        this.newest = step;
    }

    /** The calls in the window that ends with that step. */
    Past past(long step) {
        moveTo(step);
        var count = 0L;
        var sum = 0L;
        for (var at = 0; at < calls.length; at++) {
            count += calls[at];
            sum += millionths[at];
        }
        return new Past(newest, count, sum);
    }

    /** Adds a call to the current step, unless the amounts of the window are too many. */
    boolean add(long amount) {
        if (past(newest).millionths() > MOST - amount) {
            return false;
        }
        calls[place(newest)]++;
        millionths[place(newest)] += amount;
        return true;
    }

    void takeBack(long step, long amount) {
        if (step > newest - calls.length && step <= newest) {
            calls[place(step)]--;
            millionths[place(step)] -= amount;
        }
    }

    private void moveTo(long step) {
        for (var next = Math.max(newest + 1, step - calls.length + 1); next <= step; next++) {
            calls[place(next)] = 0;
            millionths[place(next)] = 0;
        }
        newest = Math.max(newest, step);
    }

    private int place(long step) {
        return Math.floorMod(step, calls.length);
    }
}
