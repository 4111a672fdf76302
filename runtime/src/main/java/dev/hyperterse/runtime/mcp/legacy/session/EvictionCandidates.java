package dev.hyperterse.runtime.mcp.legacy.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
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
    private static final Comparator<Session> LEAST_USED =
            (one, other) -> Long.signum(one.usedNanos() - other.usedNanos());

    private final Map<String, Session> sessions;
    private Iterator<Map.Entry<String, Session>> rest = Collections.emptyIterator();

    /** @param sessions concurrent: an iterator of it outlives changes */
    EvictionCandidates(Map<String, Session> sessions) {
        this.sessions = sessions;
    }

    /**
     * One whose id says all there is to know; otherwise one without a stream, of these one of the caller that has the most,
     * so that a caller of many sessions loses its own, and of these the one unused for longest.
     */
    synchronized Optional<Map.Entry<String, Session>> next() {
        var looked = new ArrayList<Map.Entry<String, Session>>(MOST_LOOKS);
        var owned = new HashMap<PrincipalHash, Integer>();
        while (looked.size() < MOST_LOOKS && hasNext()) {
            var entry = rest.next();
            if (!entry.getValue().holdsState()) {
                return Optional.of(entry);
            }
            looked.add(entry);
            owned.merge(entry.getValue().holder(), 1, Integer::sum);
        }
        var first = Comparator.<Session, Boolean>comparing(Session::listening)
                .thenComparing(session -> -owned.get(session.holder()))
                .thenComparing(LEAST_USED);
        return looked.stream().min(Map.Entry.comparingByValue(first));
    }

    private boolean hasNext() {
        if (!rest.hasNext()) {
            rest = sessions.entrySet().iterator();
        }
        return rest.hasNext();
    }
}
