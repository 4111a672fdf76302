package dev.hyperterse.runtime.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets a reader wait for a change instead of asking again and again. */
public final class ServedRevision {
    private static final long LOOK_NANOS = 1_000_000_000L;
    /** Numbers below this are exact in every JSON parser. */
    private static final long STATES = 1L << 52;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Supplier<RevisionReport> current = ServedRevision::none;
    private Observed last = new Observed(none(), ThreadLocalRandom.current().nextLong(STATES));

    /** Before the first catalog. */
    private static RevisionReport none() {
        return new RevisionReport(Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());
    }

    /** Sets the source of reports. */
    public void follow(Supplier<RevisionReport> source) {
        current = source;
        announce();
    }

    /** To be called after each swap. */
    public void announce() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public RevisionReport report() {
        return current.get();
    }

    /** The current report and its number. */
    public Observed observed() {
        lock.lock();
        try {
            return look();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The report as soon as it is about another position than {@code known}, or is another than that of {@code state},
     * at the latest after {@code timeout}.
     *
     * @param state of the last report to the caller; without it, the caller gets the next change
     */
    public Observed observedUnless(String known, OptionalLong state, Duration timeout) throws InterruptedException {
        var remaining = timeout.toNanos();
        lock.lock();
        try {
            var observed = look();
            var before = state.orElse(observed.state());
            while (observed.report().position().equals(known) && observed.state() == before && remaining > 0) {
                // Connections open and close without a swap and without an event.
                var look = Math.min(remaining, LOOK_NANOS);
                remaining -= look - changed.awaitNanos(look);
                observed = look();
            }
            return observed;
        } finally {
            lock.unlock();
        }
    }

    private Observed look() {
        var report = current.get();
        if (!report.equals(last.report())) {
            last = new Observed(report, last.state() + 1);
        }
        return last;
    }

    /**
     * A report and its number.
     *
     * @param state differs from that of the former report if the report differs, and between processes
     */
    public record Observed(RevisionReport report, long state) {}
}
