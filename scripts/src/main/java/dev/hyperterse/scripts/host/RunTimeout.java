package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run that takes too long, including waits, except those for answers of users: these pause the deadline of its
 * call.
 */
public final class RunTimeout extends DeadlineTimer.Timed implements AutoCloseable {
    /** The precision of the timer. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final DeadlineTimer deadlines;
    private final long millis;
    private final RunEnd end;
    private final CallScope scope;
    private final long remainedAtBegin;

    private RunTimeout(DeadlineTimer deadlines, long millis, RunEnd end, CallScope scope) {
        this.deadlines = deadlines;
        this.millis = millis;
        this.end = end;
        this.scope = scope;
        this.remainedAtBegin = scope.remainingNanos();
    }

    public static RunTimeout begin(DeadlineTimer deadlines, long millis, RunEnd end, CallScope scope) {
        var timeout = new RunTimeout(deadlines, millis, end, scope);
        deadlines.add(timeout, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
        return timeout;
    }

    @Override
    protected void expire() {
        var left = TimeUnit.MILLISECONDS.toNanos(millis) - (remainedAtBegin - scope.remainingNanos());
        if (left > PAUSE) {
            deadlines.add(this, System.nanoTime() + left);
            return;
        }
        end.stopped(new CallFailure(
                Stage.EXECUTION, "the script took more than %d ms (scripts.timeout)".formatted(millis)));
    }

    @Override
    public void close() {
        deadlines.remove(this);
    }
}
