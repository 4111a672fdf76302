package dev.hyperterse.operator.queue;

import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** Limits concurrent work; waiting namespaces have turns. */
public final class WorkLimit {
    private final FairPermits slots;

    public WorkLimit(int atOnce) {
        this.slots = new FairPermits(atOnce);
    }

    public void run(String namespace, Runnable work) {
        run(namespace, () -> {
            work.run();
            return true;
        });
    }

    public <T> T run(String namespace, Supplier<T> work) {
        try {
            slots.acquire(namespace);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new CancellationException("it did not begin: this process stops");
        }
        try {
            return work.get();
        } finally {
            slots.release();
        }
    }
}
