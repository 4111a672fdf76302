package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.workload.state.WorkloadState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The newest state of each server, and a way to wait for one. */
final class HeardStates implements BiConsumer<ServerKey, WorkloadState> {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition heard = lock.newCondition();
    private final Map<ServerKey, WorkloadState> newest = new HashMap<>();

    @Override
    public void accept(ServerKey server, WorkloadState state) {
        lock.lock();
        try {
            newest.put(server, state);
            heard.signalAll();
        } finally {
            lock.unlock();
        }
    }

    WorkloadState await(ServerKey server, Predicate<WorkloadState> wanted) {
        return await(() -> find(server).filter(wanted));
    }

    /** The first server that is seen in such a state. */
    ServerKey awaitAny(Predicate<WorkloadState> wanted) {
        return await(() -> newest.entrySet().stream()
                .filter(it -> wanted.test(it.getValue()))
                .map(Map.Entry::getKey)
                .findFirst());
    }

    private <T> T await(Supplier<Optional<T>> look) {
        lock.lock();
        try {
            var rest = PATIENCE.toNanos();
            var found = look.get();
            while (found.isEmpty()) {
                assertThat(rest).as("newest states: " + newest).isPositive();
                rest = heard.awaitNanos(rest);
                found = look.get();
            }
            return found.get();
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
