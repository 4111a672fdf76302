package dev.hyperterse.runtime.observe;

import dev.hyperterse.catalog.Format;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets a reader wait for a change instead of asking again and again. */
public final class ServedRevision {
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Supplier<RevisionReport> current = ServedRevision::none;

    /** Before the first catalog. */
    private static RevisionReport none() {
        var formats = List.of(Format.NEWEST.number(), Format.OLDEST.number());
        return new RevisionReport(
                Optional.empty(),
                Optional.empty(),
                formats.stream().distinct().toList(),
                List.of(),
                List.of(),
                List.of());
    }

    /** Reports come from there from now on. */
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

    /**
     * The report as soon as it is about another position than {@code known}, or adapters or refused leaves are no longer
     * as they were when the caller began to wait, at the latest after {@code patience}.
     */
    public RevisionReport reportUnless(String known, Duration patience) throws InterruptedException {
        var remaining = patience.toNanos();
        lock.lock();
        try {
            var before = current.get();
            var report = before;
            while (report.position().equals(known) && report.equals(before) && remaining > 0) {
                // Connections come and go without a swap; nobody announces them.
                var look = Math.min(remaining, LOOK_NANOS);
                remaining -= look - changed.awaitNanos(look);
                report = current.get();
            }
            return report;
        } finally {
            lock.unlock();
        }
    }
}
