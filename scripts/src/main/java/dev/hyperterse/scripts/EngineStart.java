package dev.hyperterse.scripts;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.javascript.isolated.IsolateFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The wait of a call until the engine of its script has started. A replica starts it once, which takes seconds where the
 * processors are busy, so it is no time of the call: the deadline is paused.
 */
final class EngineStart {
    static final long LONGEST_SECONDS = 60;

    private EngineStart() {}

    /** @throws CallFailure if the call ends first, or the engine cannot isolate the script */
    static void await(CompletableFuture<?> ready, CallScope scope) {
        if (!ready.isDone()) {
            paused(ready, scope);
        }
        try {
            ready.join();
        } catch (CompletionException broken) {
            if (broken.getCause() instanceof IsolateFailure refused) {
                throw new CallFailure(Stage.EXECUTION, "the script cannot be isolated: " + refused.getMessage());
            }
            throw new IllegalStateException("the script engine does not start", broken);
        }
    }

    private static void paused(CompletableFuture<?> ready, CallScope scope) {
        var done = new CountDownLatch(1);
        ready.whenComplete((_, _) -> done.countDown());
        scope.pause();
        try {
            if (!scope.await(() -> done.await(LONGEST_SECONDS, TimeUnit.SECONDS))) {
                throw new CallFailure(
                        Stage.TIMEOUT,
                        "the script engine has not started within %d seconds, try again".formatted(LONGEST_SECONDS));
            }
        } finally {
            scope.resume();
        }
    }
}
