package dev.hyperterse.runtime.connector.sqlite;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallScope;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * One call whose statement runs on another thread. The engine cannot be stopped inside of a single operation, such as one
 * LIKE over a long text, so a call that ends early leaves its thread behind; from then on that thread must not touch the
 * call's buffer, and it says before each row that it is about to.
 */
final class SqliteCall {
    /** The engine sees within some milliseconds that it has to stop, unless it is inside of one long operation. */
    private static final long TO_STOP_MILLIS = 250;

    private enum State {
        IN_ENGINE,
        WRITING,
        ABANDONED
    }

    /** What the statement has done to the database so far. */
    private enum Effect {
        NOTHING("nothing was changed"),
        UNKNOWN("whether the statement took effect is unknown"),
        DONE("the statement took effect");

        private final String words;

        Effect(String words) {
            this.words = words;
        }
    }

    private final CallScope scope;
    private final boolean writes;
    /** Written before {@link #effect}, and read after it. */
    private BooleanSupplier waitsForLock = () -> false;

    private volatile Effect effect = Effect.NOTHING;
    private final CompletableFuture<Integer> outcome = new CompletableFuture<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.IN_ENGINE);

    /** @param writes whether the statement may change something, so that a caller has to know whether it did */
    SqliteCall(CallScope scope, boolean writes) {
        this.scope = scope;
        this.writes = writes;
    }

    CallScope scope() {
        return scope;
    }

    /**
     * Just before the engine gets the statement; a call that has ended does not get that far.
     *
     * @param waitsForLock whether the engine waits for a lock, which it does not take any more once the call has ended
     */
    void beginExecution(BooleanSupplier waitsForLock) {
        this.waitsForLock = waitsForLock;
        // First, so that an end that finds nothing executed is also found here.
        effect = Effect.UNKNOWN;
        if (scope.ended().isPresent()) {
            effect = Effect.NOTHING;
            check();
        }
    }

    /** The engine has executed the statement, which returns no rows, as a whole. */
    void endExecution() {
        effect = Effect.DONE;
    }

    /** The engine has failed. */
    void executionFailed(SQLException failure) {
        if (SqliteFailure.leavesNothing(failure)) {
            effect = Effect.NOTHING;
        }
    }

    /** From now on the buffer belongs to the engine's thread. */
    void beginWriting() {
        if (!state.compareAndSet(State.IN_ENGINE, State.WRITING)) {
            throw failure(scope.ended().orElse(CallScope.End.CLIENT), effect);
        }
    }

    /** From now on the caller may leave. */
    void endWriting() {
        state.set(State.IN_ENGINE);
        // An end that came meanwhile could not abandon the call.
        check();
    }

    /** The failure of a call that has ended early, or nothing to throw. */
    void check() {
        scope.ended().ifPresent(end -> {
            throw failure(end, effect);
        });
    }

    /** Runs the statement; on a thread of the engine. */
    void run(Callable<Integer> statement) {
        try {
            outcome.complete(statement.call());
        } catch (Throwable failed) {
            outcome.completeExceptionally(failed);
        }
    }

    /** How many rows were written; returns when the scope ends, or as soon as it is known what the engine did until then. */
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

    /** A write that may have reached the engine gets time to stop, after which its result is known. */
    private void abandon(CallScope.End end) {
        if (!state.compareAndSet(State.IN_ENGINE, State.ABANDONED)) {
            return;
        }
        if (!writes || changesNothing()) {
            outcome.completeExceptionally(failure(end, Effect.NOTHING));
        } else {
            CompletableFuture.delayedExecutor(TO_STOP_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> outcome.completeExceptionally(failure(end, Effect.UNKNOWN)));
        }
    }

    private boolean changesNothing() {
        return switch (effect) {
            case NOTHING -> true;
            case UNKNOWN -> waitsForLock.getAsBoolean();
            case DONE -> false;
        };
    }

    private CallFailure failure(CallScope.End end, Effect left) {
        var failure = CallScope.failure(end);
        return writes ? new CallFailure(failure.stage(), failure.getMessage() + "; " + left.words) : failure;
    }
}
