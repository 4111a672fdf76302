package dev.hyperterse.calls.validation;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.turn.Permits;

/**
 * Limits the work of validating one call, counted in units of about 30 ns: one for each instruction of a pattern at
 * each character, {@link #KEYWORD} for each keyword of a schema, one for {@link #BYTES} bytes that are read. The count
 * is the same on every machine; the deadline and the client can end a validation after each slice. Calls beyond their
 * first slice need one of the {@link Permits}, so that any number of them leaves carrier threads to others (decision
 * 0137).
 */
public final class ValidationWork implements AutoCloseable {
    /** About half a second of processor time: an ordinary pattern over the largest request. */
    static final long MOST = 1L << 24;

    static final long KEYWORD = 16;

    /** The bytes that are read in one unit. */
    static final int BYTES = 8;

    /** About half a millisecond, which an ordinary call never uses up. */
    private static final long SLICE = 1L << 14;

    private final CallScope scope;
    private final Permits permits;
    private long spent;
    private long sliceEnd = SLICE;
    private boolean permitted;

    ValidationWork(CallScope scope, Permits permits) {
        this.scope = scope;
        this.permits = permits;
    }

    /** The permits for calls beyond their first slice: half of the processors. */
    public static Permits permits() {
        return new Permits(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /** Counts work that is about to be done. */
    void spend(long units) {
        spent += units;
        if (spent >= sliceEnd) {
            nextSlice();
        }
    }

    private void nextSlice() {
        if (spent > MOST) {
            throw ValidationFailures.arguments(
                    "validating them takes more work than one call may cause; send less at once");
        }
        scope.check();
        if (permitted) {
            // Behind the other long validations, and behind every call that is ready to run.
            close();
            Thread.yield();
        }
        permits.acquire(scope);
        permitted = true;
        sliceEnd = spent + SLICE;
    }

    @Override
    public void close() {
        if (permitted) {
            permitted = false;
            permits.release();
        }
    }
}
