package dev.hyperterse.runtime.history;

import dev.hyperterse.runtime.history.CallHistory.Past;

/** The calls of one series by steps of its window, as a ring. Not thread-safe. */
final class Steps {
    private final long[] calls;
    private final double[] sums;
    private long newest;

    /** @param step that is the current one */
    Steps(HistoryWindow window, long step) {
        this.calls = new long[window.stepsBefore() + 1];
        this.sums = new double[calls.length];
        this.newest = step;
    }

    /** The calls in the window that ends with that step. */
    Past past(long step) {
        moveTo(step);
        var count = 0L;
        var sum = 0.0;
        for (var at = 0; at < calls.length; at++) {
            count += calls[at];
            sum += sums[at];
        }
        return new Past(newest, count, sum);
    }

    void add(long step, int count, double amount) {
        moveTo(step);
        calls[place(newest)] += count;
        sums[place(newest)] += amount;
    }

    void takeBack(long step, double amount) {
        if (step > newest - calls.length && step <= newest) {
            calls[place(step)]--;
            sums[place(step)] -= amount;
        }
    }

    private void moveTo(long step) {
        for (var next = Math.max(newest + 1, step - calls.length + 1); next <= step; next++) {
            calls[place(next)] = 0;
            sums[place(next)] = 0;
        }
        newest = Math.max(newest, step);
    }

    private int place(long step) {
        return Math.floorMod(step, calls.length);
    }
}
