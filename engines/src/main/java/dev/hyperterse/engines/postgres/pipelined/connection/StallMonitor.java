package dev.hyperterse.engines.postgres.pipelined.connection;

import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Cancels statements that turn out slow while others wait behind them, or whose calls have ended. It counts its checks
 * and not the time: while the process was paused, as by the garbage collector, no statement was slow.
 */
public final class StallMonitor implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);
    private static final int LOOKS = 5;

    private final String name;
    private final Supplier<PipelinedConnection[]> connections;
    private final Thread thread;
    private volatile boolean active;

    public StallMonitor(String adapter, Supplier<PipelinedConnection[]> connections) {
        this.name = "watch " + adapter;
        this.connections = connections;
        this.thread = Thread.ofVirtual().name(name).start(this::look);
    }

    /** There is a queue to check. */
    public void wake() {
        if (!active) {
            active = true;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void look() {
        Map<PipelinedConnection, HeadSample> samples = new WeakHashMap<>();
        try {
            while (true) {
                while (!active) {
                    LockSupport.park(this);
                    if (Thread.interrupted()) {
                        return;
                    }
                }
                active = false;
                BackgroundTurn.run(name, () -> inspect(samples));
                Thread.sleep(BETWEEN_LOOKS);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void inspect(Map<PipelinedConnection, HeadSample> samples) {
        for (var connection : connections.get()) {
            if (connection.inspect(samples.computeIfAbsent(connection, _ -> new HeadSample()))) {
                active = true;
            }
        }
    }

    /** The head of one queue at the last checks. */
    static final class HeadSample {
        private PipelinedExchange head = NoExchange.PENDING;
        private int looks;

        void forget() {
            head = NoExchange.PENDING;
        }

        /** Whether the head was the same at each of the last checks. */
        boolean isStalled(PipelinedExchange now) {
            looks = now == head ? looks + 1 : 0;
            head = now;
            return looks >= LOOKS;
        }
    }
}
