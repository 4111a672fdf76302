package dev.hyperterse.engines.sqlite;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.engines.Effect;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * One call whose statement runs on another thread. The engine cannot be stopped inside of a single operation, such as
 * one LIKE over a long text, so a call that ends early abandons its thread. An abandoned thread must not write to the
 * call's buffer, so it claims the buffer before each row.
 */
final class SqliteCall {
    /** The engine stops within some milliseconds, unless it is inside of one long operation. */
    private static final long TO_STOP_MILLIS = 250;

    private enum State {
        IN_ENGINE,
        WRITING,
        ABANDONED
    }

    private final CallScope scope;
    private final boolean writes;
    /** Written before {@link #effect}, and read after it. */
    private BooleanSupplier waitsForLock = () -> false;

    /** Of the statement on the database so far. */
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
     * Called just before the statement is executed; fails if the call has ended.
     *
     * @param waitsForLock whether the engine waits for a lock, which it does not take after the call has ended
     */
    void beginExecution(BooleanSupplier waitsForLock) {
        this.waitsForLock = waitsForLock;
        // Set first: if the scope ends in between, either this thread or abandon() notices.
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

    void executionFailed(SQLException failure) {
        if (SqliteFailure.leavesNothing(failure)) {
            effect = Effect.NOTHING;
        }
    }

    /** Claims the buffer for the engine's thread. */
    void beginWriting() {
        if (!state.compareAndSet(State.IN_ENGINE, State.WRITING)) {
            throw failure(scope.ended().orElse(CallScope.End.CLIENT), effect);
        }
    }

    /** Releases the buffer, so that the call may be abandoned. */
    void endWriting() {
        state.set(State.IN_ENGINE);
        // The scope may have ended meanwhile, when the call could not be abandoned.
        check();
    }

    /** The failure of a call whose result exceeds a limit. */
    CallFailure limited(CallFailure limit) {
        return writes && effect != Effect.NOTHING ? effect.of(limit) : limit;
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

    /** The number of rows; returns early when the scope ends and the effect of the statement is known. */
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

    /** A write that may have been executed gets time to stop, so that its effect becomes known. */
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
        var failure = scope.failureBy(end);
        return writes ? left.of(failure) : failure;
    }
}
