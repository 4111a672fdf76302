package dev.hyperterse.calls.turn;

import dev.hyperterse.calls.Principal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Limits the calls that wait for users with a connection, on those before and after a change of settings together: half
 * of the connections are left for other calls, and half of the slots for other callers. Callers without an identity cannot
 * be told apart, so they have the first limit only.
 */
public final class QuestionSlots {
    private static final String LESS_THAN_ALL = "no more calls of the adapter may wait for users: at most half of its"
            + " pool.maxSize do, which should be raised";
    private static final String LESS_FOR_ONE =
            "no more calls of this caller may wait for users: at most %d do, a quarter"
                    + " of the adapter's pool.maxSize; answer another question first";

    private final IntSupplier connections;
    private final Map<CountedCaller, Integer> callers = new HashMap<>();
    private int taken;

    /** @param connections of the adapter now */
    QuestionSlots(IntSupplier connections) {
        this.connections = connections;
    }

    /** Takes a slot, which must be released. @return why there is none; empty if one was taken */
    public synchronized Optional<String> take(Principal principal) {
        var caller = CountedCaller.of(principal);
        var most = connections.getAsInt() / 2;
        var share = Math.max(1, most / 2);
        if (taken >= most) {
            return Optional.of(LESS_THAN_ALL);
        }
        if (caller.subject().isPresent() && callers.getOrDefault(caller, 0) >= share) {
            return Optional.of(LESS_FOR_ONE.formatted(share));
        }
        taken++;
        callers.merge(caller, 1, Integer::sum);
        return Optional.empty();
    }

    public synchronized void release(Principal principal) {
        taken--;
        callers.computeIfPresent(CountedCaller.of(principal), (_, count) -> count == 1 ? null : count - 1);
    }
}
