package dev.hyperterse.operator.queue;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Lets few do something at a time, in the order in which they came. */
public final class WorkLimit {
    private final Semaphore slots;

    public WorkLimit(int atOnce) {
        this.slots = new Semaphore(atOnce, true);
    }

    public void run(Runnable work) {
        run(() -> {
            work.run();
            return true;
        });
    }

    public <T> T run(Supplier<T> work) {
        try {
            slots.acquire();
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
