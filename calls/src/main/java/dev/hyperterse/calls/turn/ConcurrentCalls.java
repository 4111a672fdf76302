package dev.hyperterse.calls.turn;

import dev.hyperterse.calls.Principal;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the running calls of each caller; a caller without running calls takes no memory. */
public final class ConcurrentCalls {
    private final ConcurrentHashMap<CountedCaller, Integer> running = new ConcurrentHashMap<>();

    /** Counts a call that begins; false, and not counted, if the caller has reached the maximum. */
    public boolean enter(Principal principal, int most) {
        var caller = CountedCaller.of(principal);
        if (running.merge(caller, 1, Integer::sum) > most) {
            leave(caller);
            return false;
        }
        return true;
    }

    /** Ends a counted call. */
    public void leave(Principal principal) {
        leave(CountedCaller.of(principal));
    }

    private void leave(CountedCaller caller) {
        running.computeIfPresent(caller, (_, calls) -> calls == 1 ? null : calls - 1);
    }
}
