package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.resolve.ServerKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The newest state of each server, and a way to wait for one. */
final class HeardStates implements WorkloadListener {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition heard = lock.newCondition();
    private final Map<ServerKey, WorkloadState> newest = new HashMap<>();

    @Override
    public void changed(ServerKey server, WorkloadState state) {
        lock.lock();
        try {
            newest.put(server, state);
            heard.signalAll();
        } finally {
            lock.unlock();
        }
    }

    WorkloadState await(ServerKey server, Predicate<WorkloadState> wanted) {
        lock.lock();
        try {
            var rest = PATIENCE.toNanos();
            while (find(server).filter(wanted).isEmpty()) {
                assertThat(rest).as("newest state: " + find(server)).isPositive();
                rest = heard.awaitNanos(rest);
            }
            return find(server).orElseThrow();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } finally {
            lock.unlock();
        }
    }

    private Optional<WorkloadState> find(ServerKey server) {
        return Optional.ofNullable(newest.get(server));
    }
}
