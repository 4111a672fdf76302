package dev.hyperterse.operator;

import dev.hyperterse.operator.workload.Workloads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps workloads as they should be while this process leads. What it needs to read may take long, so it starts beside. */
final class WorkloadTask {
    private static final Logger LOG = LoggerFactory.getLogger(WorkloadTask.class);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Supplier<Workloads> controllers;
    private final Duration betweenAttempts;
    private final CountDownLatch closed = new CountDownLatch(1);
    private Optional<Workloads> starting = Optional.empty();
    private final Thread running = Thread.ofVirtual().name("workload").unstarted(this::run);

    /** @param controllers makes a new one for each attempt; one that could not start or broke is of no further use */
    WorkloadTask(Supplier<Workloads> controllers) {
        this(controllers, BETWEEN_ATTEMPTS);
    }

    WorkloadTask(Supplier<Workloads> controllers, Duration betweenAttempts) {
        this.controllers = controllers;
        this.betweenAttempts = betweenAttempts;
    }

    /** Returns soon; what takes longer goes on beside it and tries again by itself. */
    void start() {
        running.start();
    }

    private void run() {
        try {
            while (!closed.await(0, TimeUnit.SECONDS)) {
                keepWhileWhole();
                closed.await(betweenAttempts.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void keepWhileWhole() throws InterruptedException {
        try (var controller = controllers.get()) {
            start(controller);
            while (!closed.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS) && !controller.broken()) {
                // Watches tell everything else.
            }
        } catch (RuntimeException failed) {
            LOG.atWarn()
                    .addKeyValue("event", "workload_not_started")
                    .setCause(failed)
                    .log("is started again");
        }
    }

    private void start(Workloads controller) {
        synchronized (this) {
            if (closed.getCount() == 0) {
                return;
            }
            starting = Optional.of(controller);
        }
        try {
            controller.start();
        } finally {
            synchronized (this) {
                starting = Optional.empty();
            }
        }
    }

    /**
     * A start is not interrupted: the SDK would lose sight of the watches it has opened, and they would never end. It comes
     * to its end by itself, writes nothing, and is closed then.
     */
    void close() {
        closed.countDown();
        synchronized (this) {
            if (starting.isPresent()) {
                starting.get().writeNoMore();
                return;
            }
        }
        try {
            running.join();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
