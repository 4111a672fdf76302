package dev.hyperterse.playground.node.container;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.playground.node.volume.CannotStart;
import io.fabric8.kubernetes.api.model.Container;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a container: by its preStop hook, SIGTERM, and SIGKILL after the grace period. */
record Farewell(Duration pause) {
    private static final Duration AT_LEAST = Duration.ofSeconds(2);

    static Farewell of(Container container) throws CannotStart {
        if (container.getLifecycle() == null || container.getLifecycle().getPreStop() == null) {
            return new Farewell(Duration.ZERO);
        }
        var sleep = container.getLifecycle().getPreStop().getSleep();
        if (sleep == null) {
            throw new CannotStart(CannotStart.CONFIGURATION, "the playground's node has preStop hooks of sleep only");
        }
        return new Farewell(Duration.ofSeconds(sleep.getSeconds()));
    }

    /** Returns when the process has ended. */
    void say(ChildProcess process, Duration grace) throws InterruptedException {
        var deadline = System.nanoTime() + grace.toNanos();
        endsWithin(process, pause.compareTo(grace) < 0 ? pause : grace);
        process.terminate();
        var left = Duration.ofNanos(deadline - System.nanoTime());
        if (!endsWithin(process, left.compareTo(AT_LEAST) < 0 ? AT_LEAST : left)) {
            process.kill();
        }
    }

    private static boolean endsWithin(ChildProcess process, Duration limit) throws InterruptedException {
        try {
            process.exit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException stillThere) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
