package dev.hyperterse.runtime.live;

import dev.hyperterse.runtime.call.Principal;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What one swap changed, or several did, as far as it decides whose lists are others. Refers to no catalog. */
public record DefinitionChanges(Set<ListedChange> all) {
    public static final DefinitionChanges NONE = new DefinitionChanges(Set.of());

    /** Changes that differ in who notices them; of more than these, all callers notice each. */
    public static final int MOST = 256;

    /** Of all of them, in units: as much as two catalogs may take for a caller. */
    private static final long MOST_WORK = 2 * VisibilityClasses.MOST_WORK;

    public DefinitionChanges {
        all = Set.copyOf(all);
    }

    static boolean fits(int changes, long work) {
        return changes <= MOST && work <= MOST_WORK;
    }

    /** These lists may be others for any caller. */
    public Set<ChangeKind> lists() {
        return all.stream().map(ListedChange::list).collect(Collectors.toUnmodifiableSet());
    }

    /** Those that are others for one, by what it sees of each changed definition. */
    public Set<ChangeKind> listsOf(Principal principal) {
        var lists = EnumSet.noneOf(ChangeKind.class);
        for (var change : all) {
            if (!lists.contains(change.list()) && change.isNoticedBy(principal)) {
                lists.add(change.list());
            }
        }
        return lists;
    }

    /** Whether {@link #listsOf} has the room and the time to be exact. */
    public boolean areExact() {
        return fits(all.size(), all.stream().mapToLong(ListedChange::work).sum());
    }

    public DefinitionChanges and(DefinitionChanges later) {
        var both = new HashSet<>(all);
        both.addAll(later.all);
        return new DefinitionChanges(both).exactOrForAll();
    }

    private DefinitionChanges exactOrForAll() {
        return areExact()
                ? this
                : new DefinitionChanges(
                        lists().stream().map(ListedChange::forAll).collect(Collectors.toSet()));
    }

    /** Those of other lists. */
    public DefinitionChanges without(Set<ChangeKind> lists) {
        return new DefinitionChanges(
                all.stream().filter(change -> !lists.contains(change.list())).collect(Collectors.toSet()));
    }
}
