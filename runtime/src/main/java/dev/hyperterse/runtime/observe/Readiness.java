package dev.hyperterse.runtime.observe;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** Whether this replica accepts traffic. The state only moves forward. */
public final class Readiness {
    /** The states, in the order in which they are reached. */
    public enum State {
        Starting,
        Ready,
        Draining
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.Starting);
    private volatile BooleanSupplier listens = () -> true;

    public State state() {
        return state.get();
    }

    /**
     * The first catalog is live, and the port of clients is open. A replica that already drains stays away from traffic.
     *
     * @param listens whether it still is: the web server closes a port for good where it fails to take a connection
     */
    public void ready(BooleanSupplier listens) {
        this.listens = listens;
        state.compareAndSet(State.Starting, State.Ready);
    }

    /** Whether clients are sent here and find no port. Only another process helps. */
    public boolean isDeaf() {
        return state() == State.Ready && !listens.getAsBoolean();
    }

    public void draining() {
        state.set(State.Draining);
    }
}
