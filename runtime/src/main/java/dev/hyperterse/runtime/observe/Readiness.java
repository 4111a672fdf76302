package dev.hyperterse.runtime.observe;

import java.util.concurrent.atomic.AtomicReference;

/** Whether this replica accepts traffic. The state only moves forward. */
public final class Readiness {
    /** The states, in the order in which they are reached. */
    public enum State {
        Starting,
        Ready,
        Draining
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.Starting);

    public State state() {
        return state.get();
    }

    /** The first catalog is live. A replica that already drains stays away from traffic. */
    public void ready() {
        state.compareAndSet(State.Starting, State.Ready);
    }

    public void draining() {
        state.set(State.Draining);
    }
}
