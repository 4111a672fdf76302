package dev.hyperterse.cli.upstream;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Runs what has a deadline: an interrupt closes the socket of a virtual thread only. */
final class VirtualTask {
    private VirtualTask() {}

    static <T> T within(Duration timeout, Function<CallScope, T> task) {
        try (var thread = Executors.newVirtualThreadPerTaskExecutor();
                var deadlines = new DeadlineTimer();
                var scope = CallScope.open(deadlines, timeout.toMillis())) {
            return thread.submit(() -> task.apply(scope)).get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw CallScope.failure(CallScope.End.SHUTDOWN);
        }
    }
}
