package dev.hyperterse.calls.adapter;

import dev.hyperterse.calls.retry.Backoff;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Tries an adapter that is down, with growing pauses of random length, until it connects. Calls do not wait for it. */
public final class Reconnection {
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5));

    private final String adapter;
    private final Supplier<AdapterState> probe;
    private Thread thread;
    /** Whether a failure was reported since the current attempt began. */
    private boolean wentDown;

    private boolean stopped;

    public Reconnection(String adapter, Supplier<AdapterState> probe) {
        this.adapter = adapter;
        this.probe = probe;
    }

    public synchronized void start() {
        wentDown = true;
        if (!stopped && (thread == null || !thread.isAlive())) {
            thread = Thread.ofVirtual().name("reconnect " + adapter).start(this::tryUntilItWorks);
        }
    }

    public synchronized void stop() {
        stopped = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void tryUntilItWorks() {
        try {
            for (var attempt = 0; ; attempt++) {
                Thread.sleep(PAUSES.pause(attempt, ThreadLocalRandom.current()));
                begin();
                var up = new AtomicBoolean();
                BackgroundTurn.run(
                        "reconnect " + adapter, () -> up.set(probe.get().status() == AdapterState.Status.UP));
                if (up.get() && over()) {
                    return;
                }
            }
        } catch (InterruptedException stoppedMeanwhile) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void begin() {
        wentDown = false;
    }

    /** Whether no failure was reported during the attempt that succeeded. A later one starts another thread. */
    private synchronized boolean over() {
        if (wentDown) {
            return false;
        }
        thread = null;
        return true;
    }
}
