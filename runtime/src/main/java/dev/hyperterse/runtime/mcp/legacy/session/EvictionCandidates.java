package dev.hyperterse.runtime.mcp.legacy.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Selects the sessions that are forgotten at the limit. Each time it looks at the next few, so that opening a session costs the
 * same however many there are, and selects several of them, so that not every session that is opened costs as many looks.
 */
final class EvictionCandidates {
    static final int MOST_LOOKS = 32;

    private static final int OF_LOOKS = 8;

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
     * One whose id says all there is to know; otherwise an eighth of those that it looked at: those without a stream first, of
     * these those of the caller that has the most, so that a caller of many sessions loses its own, and of these those unused
     * for longest.
     */
    synchronized List<Map.Entry<String, Session>> next() {
        var looked = new ArrayList<Map.Entry<String, Session>>(MOST_LOOKS);
        var owned = new HashMap<PrincipalHash, Integer>();
        int looks = Math.min(MOST_LOOKS, sessions.size());
        while (looked.size() < looks && hasNext()) {
            var entry = rest.next();
            if (!entry.getValue().holdsState()) {
                return List.of(entry);
            }
            looked.add(entry);
            owned.merge(entry.getValue().holder(), 1, Integer::sum);
        }
        var first = Comparator.<Session, Boolean>comparing(Session::listening)
                .thenComparing(session -> -owned.get(session.holder()))
                .thenComparing(LEAST_USED);
        return looked.stream()
                .sorted(Map.Entry.comparingByValue(first))
                .limit(Math.ceilDiv(looked.size(), OF_LOOKS))
                .toList();
    }

    private boolean hasNext() {
        if (!rest.hasNext()) {
            rest = sessions.entrySet().iterator();
        }
        return rest.hasNext();
    }
}
