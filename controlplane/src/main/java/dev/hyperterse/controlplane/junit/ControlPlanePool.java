package dev.hyperterse.controlplane.junit;

import dev.hyperterse.controlplane.ControlPlane;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** As many control planes as classes run at once. What one class leaves behind, the next finds. */
final class ControlPlanePool implements AutoCloseable {
    private final Supplier<ControlPlane> start;
    private final List<ControlPlane> started = new ArrayList<>();
    private final Deque<ControlPlane> free = new ArrayDeque<>();

    ControlPlanePool(Supplier<ControlPlane> start) {
        this.start = start;
    }

    Lent lend() {
        return new Lent(taken(), this);
    }

    private ControlPlane taken() {
        synchronized (this) {
            if (!free.isEmpty()) {
                return free.pop();
            }
        }
        var controlPlane = start.get();
        synchronized (this) {
            started.add(controlPlane);
        }
        return controlPlane;
    }

    synchronized void takeBack(ControlPlane controlPlane) {
        free.push(controlPlane);
    }

    @Override
    public synchronized void close() {
        started.forEach(ControlPlane::close);
    }

    /** Goes back when the class that has it is done. */
    record Lent(ControlPlane controlPlane, ControlPlanePool pool) implements AutoCloseable {
        @Override
        public void close() {
            pool.takeBack(controlPlane);
        }
    }
}
