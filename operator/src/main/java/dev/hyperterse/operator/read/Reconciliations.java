package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.ServerKey;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reconciliations of one leadership. After {@link #end} none begins. */
final class Reconciliations {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciliations.class);
    private static final int ALL = Integer.MAX_VALUE;

    private final String queue;
    private final Consumer<ServerKey> work;
    private final Semaphore slots = new Semaphore(ALL);

    /** @param queue as the log names it */
    Reconciliations(String queue, Consumer<ServerKey> work) {
        this.queue = queue;
        this.work = work;
    }

    void run(ServerKey server) {
        if (!slots.tryAcquire()) {
            return;
        }
        try {
            work.accept(server);
        } catch (RuntimeException | Error failed) {
            LOG.atWarn()
                    .addKeyValue("event", "work_failed")
                    .addKeyValue("queue", queue)
                    .addKeyValue("key", server)
                    .setCause(failed)
                    .log("is tried again");
            // The SDK does not catch an Error, and would never reconcile that server again.
            throw failed instanceof RuntimeException ordinary ? ordinary : new IllegalStateException(failed);
        } finally {
            slots.release();
        }
    }

    /** Running reconciliations may finish within the limit. */
    void end(Duration limit) {
        try {
            slots.tryAcquire(ALL, limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
    }
}
