package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.Timer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Lets statuses be written a few at once and not too many a second, evenly spaced. */
final class WriteLimit {
    private final Timer timer;
    private final Sleeper sleeper;
    private final Semaphore atOnce;
    private final long spacingNanos;
    private long next;

    WriteLimit(Timer timer, Sleeper sleeper, int perSecond, int atOnce) {
        this.timer = timer;
        this.sleeper = sleeper;
        this.atOnce = new Semaphore(atOnce);
        this.spacingNanos = Duration.ofSeconds(1).toNanos() / perSecond;
        this.next = timer.nanos();
    }

    /** Lets time pass; a test need not. */
    interface Sleeper {
        void sleep(Duration time) throws InterruptedException;
    }

    /**
     * Finds out what is to be written when there is room for it, for waiting for that may have taken long. At most as many
     * as are written at once wait for the rate after that, which takes no longer than a write. Where there is nothing to
     * write, there is no wait.
     */
    <C> void run(Supplier<Optional<C>> find, Consumer<C> write) {
        try {
            atOnce.acquire();
            try {
                var found = find.get();
                if (found.isPresent()) {
                    sleeper.sleep(reserve(timer.nanos()));
                    write.accept(found.get());
                }
            } finally {
                atOnce.release();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new CancellationException("no status is written any more");
        }
    }

    /** Takes the next free moment. */
    private synchronized Duration reserve(long now) {
        var moment = next - now < 0 ? now : next;
        next = moment + spacingNanos;
        return Duration.ofNanos(moment - now);
    }
}
