package dev.hyperterse.operator.report.write;

import dev.hyperterse.operator.queue.Timer;
import dev.hyperterse.operator.queue.WorkLimit;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/** Lets statuses be written a few at once and not too many a second, evenly spaced. */
public final class WriteLimit {
    private final Timer timer;
    private final Sleeper sleeper;
    private final WorkLimit atOnce;
    private final long spacingNanos;
    private long next;

    public WriteLimit(Timer timer, Sleeper sleeper, int perSecond, int atOnce) {
        this.timer = timer;
        this.sleeper = sleeper;
        this.atOnce = new WorkLimit(atOnce);
        this.spacingNanos = Duration.ofSeconds(1).toNanos() / perSecond;
        this.next = timer.nanos();
    }

    /** Lets time pass; a test need not. */
    public interface Sleeper {
        void sleep(Duration time) throws InterruptedException;
    }

    /**
     * Runs it when there is room: what is to be written is found out then, as the wait may have been long.
     *
     * @param namespace of the object; namespaces have turns
     */
    void run(String namespace, Runnable update) {
        atOnce.run(namespace, update);
    }

    /**
     * Waits for the next free moment, before a write. At most as many as are written at once wait for it, which takes no
     * longer than a write.
     */
    void awaitTurn() {
        try {
            sleeper.sleep(reserve(timer.nanos()));
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
