package dev.hyperterse.scripts;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A start in the background. A failed one is dropped, so that the next call starts again. */
final class Startup<T> {
    private final Supplier<CompletableFuture<T>> start;
    private CompletableFuture<T> current;

    /** Starts at once. */
    Startup(Supplier<CompletableFuture<T>> start) {
        this.start = start;
        this.current = start.get();
    }

    /** Fails for all callers that wait for a start that fails. */
    synchronized CompletableFuture<T> ready() {
        if (current.isCompletedExceptionally()) {
            current = start.get();
        }
        return current;
    }
}
