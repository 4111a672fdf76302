package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The changed definitions of one swap or several, as far as they decide whose lists changed. Refers to no catalog. */
public record DefinitionChanges(Set<ListedChange> all) {
    public static final DefinitionChanges NONE = new DefinitionChanges(Set.of());

    /** The maximum of different changes; if there are more, all callers are notified of each list. */
    public static final int MOST = 256;

    /** The maximum units of work to compute the lists of one caller: those of two catalogs. */
    private static final long MOST_WORK = 2 * VisibilityClasses.MOST_WORK;

    public DefinitionChanges {
        all = Set.copyOf(all);
    }

    static boolean fits(int changes, long work) {
        return changes <= MOST && work <= MOST_WORK;
    }

    /** The lists that changed for any caller. */
    public Set<ChangeKind> lists() {
        return all.stream().map(ListedChange::list).collect(Collectors.toUnmodifiableSet());
    }

    /** The lists that changed for one caller: those with a changed definition that it saw or sees. */
    public Set<ChangeKind> listsOf(Principal principal) {
        var lists = EnumSet.noneOf(ChangeKind.class);
        for (var change : all) {
            if (!lists.contains(change.list()) && change.isNoticedBy(principal)) {
                lists.add(change.list());
            }
        }
        return lists;
    }

    public DefinitionChanges and(DefinitionChanges later) {
        var both = new HashSet<>(all);
        both.addAll(later.all);
        return new DefinitionChanges(both).exactOrForAll();
    }

    /** These changes; if they are too many, changes of the same lists that every caller notices. */
    DefinitionChanges exactOrForAll() {
        return fits(all.size(), all.stream().mapToLong(ListedChange::work).sum())
                ? this
                : new DefinitionChanges(
                        lists().stream().map(ListedChange::forAll).collect(Collectors.toSet()));
    }

    /** The changes of all other lists. */
    public DefinitionChanges without(Set<ChangeKind> lists) {
        return new DefinitionChanges(
                all.stream().filter(change -> !lists.contains(change.list())).collect(Collectors.toSet()));
    }
}
