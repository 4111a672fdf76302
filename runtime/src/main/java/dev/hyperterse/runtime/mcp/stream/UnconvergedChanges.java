package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.runtime.live.ChangeKind;
import dev.hyperterse.runtime.live.DefinitionChanges;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes that clients were notified of before every replica serves them: a client may read the former state from
 * another replica. For each list and resource the last revision that changed it is stored, which covers all older ones.
 */
public final class UnconvergedChanges {
    private final Map<ChangeKind, Revision> lists = new EnumMap<>(ChangeKind.class);
    private final Map<String, Revision> resources = new HashMap<>();
    /** The changed definitions of those lists. */
    private DefinitionChanges changes = DefinitionChanges.NONE;

    /** The changes that every replica serves. */
    public record Converged(Set<Notice> lists, Set<String> resources) {
        public boolean isEmpty() {
            return lists.isEmpty() && resources.isEmpty();
        }
    }

    /** Adds changes of lists at that revision. */
    public synchronized void addLists(DefinitionChanges changed, Revision at) {
        rebase(at);
        changes = changes.and(changed);
        changed.lists().forEach(list -> lists.put(list, at));
    }

    /** Adds changed resources at that revision, by their URIs and templates. */
    public synchronized void addResources(Set<String> updated, Revision at) {
        rebase(at);
        updated.forEach(uri -> resources.put(uri, at));
    }

    /**
     * A revision of another epoch, or an older one after a restore of etcd, replaces the revisions that cannot be
     * compared with it.
     */
    private void rebase(Revision at) {
        lists.replaceAll((list, since) -> at.atLeast(since).orElse(false) ? since : at);
        resources.replaceAll((uri, since) -> at.atLeast(since).orElse(false) ? since : at);
    }

    /** The unconverged lists that changed for a caller. */
    public Set<Notice> lists(Principal principal) {
        return Notice.of(changes().listsOf(principal));
    }

    private synchronized DefinitionChanges changes() {
        return changes;
    }

    /** Every replica serves that position. Removes and returns the changes that it covers. */
    public synchronized Converged takeConverged(String position) {
        var convergedLists = reached(lists, position);
        var convergedResources = reached(resources, position);
        lists.keySet().removeAll(convergedLists);
        changes = changes.without(convergedLists);
        resources.keySet().removeAll(convergedResources);
        return new Converged(Notice.of(convergedLists), convergedResources);
    }

    private static <T> Set<T> reached(Map<T, Revision> changed, String position) {
        return changed.entrySet().stream()
                .filter(change -> change.getValue().reachedBy(position))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
