package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.Timer;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Lets statuses be written a few at once and not too many a second. */
final class WriteTurns {
    private final Timer timer;
    private final Pause pause;
    private final Rate rate;
    private final Semaphore atOnce;

    WriteTurns(Timer timer, Pause pause, int perSecond, int atOnce) {
        this.timer = timer;
        this.pause = pause;
        this.rate = new Rate(perSecond);
        this.atOnce = new Semaphore(atOnce);
    }

    /**
     * Finds out what is to be written when there is room for it, for waiting for that may have taken long. What waits for
     * the rate after that are as few as are written at once: it takes them no longer than a write. Where there is nothing
     * to write, nobody waits for it.
     */
    <C> void take(Supplier<Optional<C>> find, Consumer<C> write) {
        try {
            atOnce.acquire();
            try {
                var found = find.get();
                if (found.isPresent()) {
                    pause.of(rate.reserve(timer.nanos()));
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
}
