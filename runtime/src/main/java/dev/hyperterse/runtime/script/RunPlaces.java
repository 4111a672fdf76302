package dev.hyperterse.runtime.script;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the runs that have begun and not ended. A script may have as many runs as there are places left, so that
 * scripts that take all they can always leave places for another one.
 */
final class RunPlaces {
    private int most;
    private final Map<ScriptShare, Integer> taken = new HashMap<>();
    private int total;

    RunPlaces(int most) {
        this.most = most;
    }

    /** Places that are taken stay taken until their runs end. */
    synchronized void limit(int runs) {
        most = runs;
    }

    synchronized boolean enter(ScriptShare share) {
        int own = taken.getOrDefault(share, 0);
        if (own >= most - total) {
            return false;
        }
        taken.put(share, own + 1);
        total++;
        return true;
    }

    synchronized void leave(ScriptShare share) {
        total--;
        taken.computeIfPresent(share, (_, own) -> own == 1 ? null : own - 1);
    }
}
