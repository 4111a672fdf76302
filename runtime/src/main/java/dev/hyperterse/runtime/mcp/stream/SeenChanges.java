package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.ChangeKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The changes of a swap for each of many callers; catalogs are compared once per visibility class. */
final class SeenChanges {
    /**
     * The maximum of classes whose lists are compared; for callers of further classes the changed definitions are
     * evaluated.
     */
    static final int MOST_COMPARED = 64;

    private final CatalogChange change;
    private final Map<Views, Set<ChangeKind>> compared = new HashMap<>();

    /** The views of a caller before and after. */
    private record Views(CatalogView before, CatalogView after) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Views(var otherBefore, var otherAfter)
                    && before == otherBefore
                    && after == otherAfter;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(before) + System.identityHashCode(after);
        }
    }

    SeenChanges(CatalogChange change) {
        this.change = change;
    }

    Set<ChangeKind> lists(Principal principal) {
        var views = new Views(
                change.before().seenByClassOf(principal), change.after().seenByClassOf(principal));
        if (views.before() == change.before() && views.after() == change.after()) {
            return change.lists();
        }
        var known = compared.get(views);
        if (known != null) {
            return known;
        }
        if (compared.size() >= MOST_COMPARED) {
            var changes = change.definitions();
            return changes.areExact() ? changes.listsOf(principal) : changes.lists();
        }
        var lists = change.lists(views.before(), views.after());
        compared.put(views, lists);
        return lists;
    }

    /** Whether a caller sees the resource of that URI, and its content has changed. */
    boolean updates(String uri, Principal principal) {
        return change.updates(uri)
                && change.after().seenBy(principal).resource(uri).isPresent();
    }
}
