package dev.hyperterse.playground.node.container;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.playground.node.volume.CannotStart;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a container: by its preStop hook, SIGTERM, and SIGKILL after the grace period. */
final class Farewell {
    private static final Duration AT_LEAST = Duration.ofSeconds(2);

    private final Optional<LifecycleHandler> preStop;
    private final Optional<HttpQuestion> hook;

    private Farewell(Optional<LifecycleHandler> preStop, Optional<HttpQuestion> hook) {
        this.preStop = preStop;
        this.hook = hook;
    }

    static Farewell of(Container container, String address) throws CannotStart {
        if (container.getLifecycle() == null || container.getLifecycle().getPreStop() == null) {
            return new Farewell(Optional.empty(), Optional.empty());
        }
        var preStop = container.getLifecycle().getPreStop();
        if (preStop.getHttpGet() != null) {
            return new Farewell(
                    Optional.of(preStop), Optional.of(HttpQuestion.of(preStop.getHttpGet(), container, address)));
        }
        if (preStop.getSleep() == null) {
            throw new CannotStart(
                    CannotStart.CONFIGURATION, "the playground's node has preStop hooks of sleep and httpGet only");
        }
        return new Farewell(Optional.of(preStop), Optional.empty());
    }

    /** Returns when the process has ended. */
    void say(ChildProcess process, Duration grace) throws InterruptedException {
        var deadline = System.nanoTime() + grace.toNanos();
        preStop(process, grace);
        process.terminate();
        var left = Duration.ofNanos(deadline - System.nanoTime());
        if (!endsWithin(process, left.compareTo(AT_LEAST) < 0 ? AT_LEAST : left)) {
            process.kill();
        }
    }

    private void preStop(ChildProcess process, Duration grace) throws InterruptedException {
        hook.ifPresent(question -> question.ask(grace));
        var pause = preStop.map(LifecycleHandler::getSleep).map(sleep -> Duration.ofSeconds(sleep.getSeconds()));
        if (pause.isPresent()) {
            endsWithin(process, pause.get().compareTo(grace) < 0 ? pause.get() : grace);
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
