package dev.hyperterse.runtime.history;

import java.util.Optional;

/**
 * Keeps series of calls. Adding a call and reading what was there before it is one act: of two calls at the same time one
 * sees the other.
 */
public interface CallHistory {
    /**
     * The calls that a series had before one.
     *
     * @param step in which that one was added, to take it back
     * @param millionths of their amounts. Whole numbers: what is taken back leaves what was there, whatever its size
     */
    record Past(long step, long calls, long millionths) {
        static final Past NONE = new Past(0, 0, 0);

        public double sum() {
            return millionths / (double) Amount.ONE;
        }
    }

    /** Keeps nothing, so that a call that it would keep is not admitted. */
    CallHistory NONE = new CallHistory() {
        @Override
        public Optional<Past> add(CallSeries series, long amount) {
            return Optional.empty();
        }

        @Override
        public Optional<Past> read(CallSeries series) {
            return Optional.empty();
        }

        @Override
        public void takeBack(CallSeries series, long step, long amount) {}
    };

    /**
     * Adds a call; may block for a bounded time.
     *
     * @param amount the value of the input that the series sums up, in millionths
     * @return empty if the series cannot be kept now
     */
    Optional<Past> add(CallSeries series, long amount);

    /** Reads a series; empty if it is not known now. */
    Optional<Past> read(CallSeries series);

    /** Takes a call back that did not run. If that is not possible it stays counted. */
    void takeBack(CallSeries series, long step, long amount);
}
