package dev.hyperterse.runtime.rate;

import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.runtime.rate.TokenLender.Loan;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The unused tokens that this replica has borrowed from one shared bucket. A bucket in steady use is refilled in the
 * background before it is empty, so its calls do not block; the first call after an idle second blocks for one request.
 */
final class BorrowedTokens {
    /** Unused tokens expire, so that no replica accumulates them. */
    private static final long LONGEST_KEPT = Duration.ofSeconds(1).toNanos();

    private static final int MOST = 1_000;
    /** Loans below this size are not refilled in the background: they are not worth a thread. */
    private static final int LEAST_AHEAD = 8;

    private final List<String> bucket;
    private final ReentrantLock asking = new ReentrantLock();
    private final AtomicBoolean askingAhead = new AtomicBoolean();
    private volatile Held held;
    private volatile long noneBefore;

    BorrowedTokens(List<String> bucket, long now) {
        this.bucket = bucket;
        this.held = new Held(0, 0, now);
        this.noneBefore = now;
    }

    /** @param lent the tokens of the last loan, an estimate of the tokens used in a second */
    private record Held(AtomicInteger left, int lent, long until) {
        Held(int left, int lent, long until) {
            this(new AtomicInteger(left), lent, until);
        }

        boolean take(long now) {
            return until - now > 0 && left.getAndUpdate(it -> Math.max(0, it - 1)) > 0;
        }

        boolean runsOut() {
            return lent >= LEAST_AHEAD && left.get() <= lent / 2;
        }
    }

    /** Takes the token of one call and returns 0; otherwise returns the nanoseconds until a token is available. */
    long take(Rate rate, long now, TokenLender lender) {
        var current = held;
        if (current.take(now)) {
            if (current.runsOut() && askingAhead.compareAndSet(false, true)) {
                Thread.ofVirtual().name("borrow tokens").start(() -> borrowAhead(rate, now, lender));
            }
            return 0;
        }
        var wait = noneBefore - now;
        return wait > 0 ? wait : borrow(rate, now, lender);
    }

    private long borrow(Rate rate, long now, TokenLender lender) {
        asking.lock();
        try {
            // Another call may have borrowed, or been refused, while this one waited for the lock.
            if (held.take(now)) {
                return 0;
            }
            if (noneBefore - now > 0) {
                return noneBefore - now;
            }
            return switch (lender.lend(bucket, rate, wanted(rate, now))) {
                case Loan.Lent(var tokens) -> {
                    held = new Held(tokens - 1, tokens, now + LONGEST_KEPT);
                    yield 0;
                }
                case Loan.Wait(var nanos) -> {
                    noneBefore = now + nanos;
                    yield nanos;
                }
                case Loan.Unavailable _ -> 0;
            };
        } finally {
            asking.unlock();
        }
    }

    private void borrowAhead(Rate rate, long now, TokenLender lender) {
        asking.lock();
        try {
            // If the loan is refused, the remaining tokens are used first, and a later call tries again.
            if (lender.lend(bucket, rate, wanted(rate, now)) instanceof Loan.Lent(var tokens)) {
                var unused = held.until() - now > 0 ? held.left().getAndSet(0) : 0;
                held = new Held(unused + tokens, tokens, now + LONGEST_KEPT);
            }
        } finally {
            asking.unlock();
            askingAhead.set(false);
        }
    }

    /**
     * The size of the next loan: twice the last one if that was used before it expired, and at most the tokens of a
     * second and a small part of the burst.
     */
    private int wanted(Rate rate, long now) {
        var most = Math.clamp(Math.min(rate.perMinute() / 60, rate.burst() / 20), 1, MOST);
        var last = held;
        return last.until() - now > 0 ? Math.min(2 * last.lent(), most) : 1;
    }

    /** Returns the token of a call that another limit has refused. */
    void giveBack() {
        held.left().incrementAndGet();
    }
}
