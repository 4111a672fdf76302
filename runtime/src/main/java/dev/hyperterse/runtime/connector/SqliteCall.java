package dev.hyperterse.runtime.connector;

import dev.hyperterse.runtime.pipeline.CallFailure;
import dev.hyperterse.runtime.pipeline.CallScope;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One call whose statement runs on another thread. The engine cannot be stopped inside of a single operation, such as one
 * LIKE over a long text, so a call that ends early leaves its thread behind; from then on that thread must not touch the
 * call's buffer, and it says before each row that it is about to.
 */
final class SqliteCall {
    private enum State {
        IN_ENGINE,
        WRITING,
        ABANDONED
    }

    private final CallScope scope;
    private final boolean writes;
    private final CompletableFuture<Integer> outcome = new CompletableFuture<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.IN_ENGINE);

    /** @param writes whether the engine may have written something when the call leaves it behind */
    SqliteCall(CallScope scope, boolean writes) {
        this.scope = scope;
        this.writes = writes;
    }

    CallScope scope() {
        return scope;
    }

    /** From now on the buffer belongs to the engine's thread. */
    void beginWriting() {
        if (!state.compareAndSet(State.IN_ENGINE, State.WRITING)) {
            throw ended();
        }
    }

    /** From now on the caller may leave. */
    void endWriting() {
        state.set(State.IN_ENGINE);
        // An end that came meanwhile could not abandon the call.
        scope.check();
    }

    /** Runs the statement; on a thread of the engine. */
    void run(Callable<Integer> statement) {
        try {
            outcome.complete(statement.call());
        } catch (Throwable failed) {
            outcome.completeExceptionally(failed);
        }
    }

    /** How many rows were written; returns as soon as the scope ends. */
    int await() {
        CallScope.Listener leave = this::abandon;
        scope.listen(leave);
        var interrupted = false;
        try {
            while (true) {
                try {
                    return outcome.get();
                } catch (InterruptedException shutdown) {
                    interrupted = true;
                    scope.end(CallScope.End.SHUTDOWN);
                }
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException reported) {
                throw reported;
            }
            throw new IllegalStateException("a SQLite statement failed unexpectedly", failed.getCause());
        } finally {
            scope.forget(leave);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void abandon(CallScope.End end) {
        if (state.compareAndSet(State.IN_ENGINE, State.ABANDONED)) {
            outcome.completeExceptionally(failure(end));
        }
    }

    private CallFailure failure(CallScope.End end) {
        var failure = CallScope.failure(end);
        return writes
                ? new CallFailure(
                        failure.stage(), failure.getMessage() + "; whether the statement took effect is unknown")
                : failure;
    }

    private CallFailure ended() {
        return CallScope.failure(scope.ended().orElse(CallScope.End.CLIENT));
    }
}
