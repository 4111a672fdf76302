package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.DeadlineWheel;
import dev.hyperterse.runtime.call.Stage;
import java.util.concurrent.TimeUnit;

/** Ends a run that takes too long, whatever it waits for. */
final class RunTimeout extends DeadlineWheel.Timed implements AutoCloseable {
    private final DeadlineWheel wheel;
    private final long millis;
    private final RunEnd end;

    private RunTimeout(DeadlineWheel wheel, long millis, RunEnd end) {
        this.wheel = wheel;
        this.millis = millis;
        this.end = end;
    }

    /** Begins to count. */
    static RunTimeout begin(DeadlineWheel wheel, long millis, RunEnd end) {
        var timeout = new RunTimeout(wheel, millis, end);
        wheel.add(timeout, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
        return timeout;
    }

    @Override
    protected void expire() {
        end.failed(new CallFailure(Stage.EXECUTION, "the script took more than %d ms".formatted(millis)));
    }

    @Override
    public void close() {
        wheel.remove(this);
    }
}
