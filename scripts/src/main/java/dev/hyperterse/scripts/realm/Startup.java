package dev.hyperterse.scripts.realm;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A start in the background. A failed one is dropped, so that the next call starts again. */
public final class Startup<T> {
    private final Supplier<CompletableFuture<T>> start;
    private CompletableFuture<T> current;

    /** Starts at once. */
    public Startup(Supplier<CompletableFuture<T>> start) {
        this.start = start;
        this.current = start.get();
    }

    /** Fails for all callers that wait for a start that fails. */
    public synchronized CompletableFuture<T> ready() {
        if (current.isCompletedExceptionally()) {
            current = start.get();
        }
        return current;
    }
}
