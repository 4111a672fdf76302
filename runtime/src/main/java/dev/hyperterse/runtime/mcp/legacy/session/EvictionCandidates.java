package dev.hyperterse.runtime.mcp.legacy.session;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * Selects the sessions that are forgotten at the limit. Each time it looks at the next few, so that opening a session costs the
 * same however many there are.
 */
final class EvictionCandidates {
    static final int MOST_LOOKS = 32;

    /** Readings of {@link System#nanoTime} are compared by their difference. */
    private static final Comparator<Session> LEAST_USED = Comparator.<Session, Boolean>comparing(Session::listening)
            .thenComparing((one, other) -> Long.signum(one.usedNanos() - other.usedNanos()));

    private final Map<String, Session> sessions;
    private Iterator<Map.Entry<String, Session>> rest = Collections.emptyIterator();

    /** @param sessions concurrent: an iterator of it outlives changes */
    EvictionCandidates(Map<String, Session> sessions) {
        this.sessions = sessions;
    }

    /** One whose id says all there is to know; otherwise one without a stream, of these the one unused for longest. */
    synchronized Optional<Map.Entry<String, Session>> next() {
        var candidate = Optional.<Map.Entry<String, Session>>empty();
        for (var looks = 0; looks < MOST_LOOKS && hasNext(); looks++) {
            var entry = rest.next();
            if (!entry.getValue().holdsState()) {
                return Optional.of(entry);
            }
            if (candidate.isEmpty()
                    || LEAST_USED.compare(entry.getValue(), candidate.get().getValue()) < 0) {
                candidate = Optional.of(entry);
            }
        }
        return candidate;
    }

    private boolean hasNext() {
        if (!rest.hasNext()) {
            rest = sessions.entrySet().iterator();
        }
        return rest.hasNext();
    }
}
