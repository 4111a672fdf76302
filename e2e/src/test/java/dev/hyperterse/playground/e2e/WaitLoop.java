package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Until;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A pipeline that runs {@code kubectl wait --for=condition=Ready} again and again. The pause leaves a
 * processor to what is waited for; a moment without Ready between two runs is in {@link ReadyHistory}.
 */
final class WaitLoop implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Gateway gateway;
    private final List<String> objects;
    private final AtomicInteger succeeded = new AtomicInteger();
    private final Thread thread = Thread.ofVirtual().name("wait-loop").unstarted(this::run);
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean stopped;

    private WaitLoop(Gateway gateway, List<String> objects) {
        this.gateway = gateway;
        this.objects = objects;
    }

    static WaitLoop start(Gateway gateway, String... objects) {
        var loop = new WaitLoop(gateway, List.of(objects));
        loop.thread.start();
        return loop;
    }

    private void run() {
        try {
            while (!stopped) {
                gateway.awaitReady(objects.toArray(String[]::new));
                succeeded.incrementAndGet();
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        } catch (AssertionError gaveUp) {
            failure = Optional.of(gaveUp.getMessage());
        }
    }

    /** Returns after one more wait that began now or later has ended. */
    void awaitOneMore() {
        // The next that ends may have begun before.
        var enough = succeeded.get() + 2;
        Until.holds("kubectl wait ends again", () -> succeeded.get() >= enough || failure.isPresent());
    }

    /** Of the wait that did not end well. */
    Optional<String> failure() {
        return failure;
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
