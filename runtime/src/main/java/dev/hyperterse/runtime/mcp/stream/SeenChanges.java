package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.ChangeKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The changes of a swap for each of many callers; those that see the same are compared once. */
final class SeenChanges {
    /** Lists are compared for so many classes of callers; for those beyond, the changed definitions are looked at. */
    static final int MOST_COMPARED = 64;

    private final CatalogChange change;
    private final Map<Views, Set<ChangeKind>> compared = new HashMap<>();

    /** What a caller saw, and sees now. */
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

    /** Whether the resource at that URI is another one for that reader, and one that it sees. */
    boolean updates(String uri, Principal principal) {
        return change.updates(uri)
                && change.after().seenBy(principal).resource(uri).isPresent();
    }
}
