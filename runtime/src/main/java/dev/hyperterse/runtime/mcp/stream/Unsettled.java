package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.catalog.Revision;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Changes that clients were notified of while other replicas may still have served what was before. Each kind has the
 * revision that changed it last, which covers all older ones.
 */
public final class Unsettled {
    private final Map<Notice, Revision> lists = new EnumMap<>(Notice.class);
    private final Map<String, Revision> resources = new HashMap<>();

    /** What is true everywhere now. */
    public record Settled(Set<Notice> lists, Set<String> resources) {
        public boolean isEmpty() {
            return lists.isEmpty() && resources.isEmpty();
        }
    }

    /** Clients were notified of these at that revision. */
    public synchronized void add(Set<Notice> changed, Set<String> updated, Revision at) {
        // Another leadership counts anew, and a restored store counts backwards: until that one is everywhere.
        lists.replaceAll((list, since) -> at.atLeast(since).orElse(false) ? since : at);
        resources.replaceAll((uri, since) -> at.atLeast(since).orElse(false) ? since : at);
        changed.forEach(list -> lists.put(list, at));
        updated.forEach(uri -> resources.put(uri, at));
    }

    /** The lists of which clients were notified, and that are not settled. */
    public synchronized Set<Notice> lists() {
        return Set.copyOf(lists.keySet());
    }

    /** Every replica serves that position. What it settles is forgotten. */
    public synchronized Settled settle(String position) {
        var settled = new Settled(new HashSet<>(), new HashSet<>());
        lists.forEach((list, since) -> {
            if (since.reachedBy(position)) {
                settled.lists().add(list);
            }
        });
        resources.forEach((uri, since) -> {
            if (since.reachedBy(position)) {
                settled.resources().add(uri);
            }
        });
        lists.keySet().removeAll(settled.lists());
        resources.keySet().removeAll(settled.resources());
        return settled;
    }
}
