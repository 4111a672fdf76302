package dev.hyperterse.operator.reconcile;

import dev.hyperterse.operator.publish.PublicationException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets few catalogs be taken over at a time. A takeover reads a whole catalog and compiles it from nothing: of all servers at
 * once that would be more than the heap, and more than an API server should be asked.
 */
final class Takeovers {
    private final Semaphore slots;

    Takeovers(int atOnce) {
        this.slots = new Semaphore(atOnce, true);
    }

    <T> T run(Supplier<T> takeover) {
        try {
            slots.acquire();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new PublicationException("the takeover did not begin: this process stops", stopping);
        }
        try {
            return takeover.get();
        } finally {
            slots.release();
        }
    }
}
