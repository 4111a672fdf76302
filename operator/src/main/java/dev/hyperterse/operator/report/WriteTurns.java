package dev.hyperterse.operator.report;

import dev.hyperterse.operator.queue.Timer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;

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

    /** Runs it when its turn comes; what it writes is to be found out then, for waiting may have taken long. */
    void take(Runnable write) {
        try {
            atOnce.acquire();
            try {
                pause.of(rate.reserve(timer.nanos()));
                write.run();
            } finally {
                atOnce.release();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new CancellationException("no status is written any more");
        }
    }
}
