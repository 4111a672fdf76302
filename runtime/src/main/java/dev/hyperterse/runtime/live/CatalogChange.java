package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.values.ValueKey;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What clients can notice of a swap.
 *
 * @param lists which lists differ
 */
public record CatalogChange(LiveCatalog before, LiveCatalog after, Set<ChangeKind> lists) {
    static CatalogChange between(LiveCatalog before, LiveCatalog after) {
        var lists = EnumSet.noneOf(ChangeKind.class);
        if (toolsDiffer(before, after)) {
            lists.add(ChangeKind.TOOLS);
        }
        if (!after.listings().prompts().same(before.listings().prompts())) {
            lists.add(ChangeKind.PROMPTS);
        }
        if (!after.listings().resources().same(before.listings().resources())
                || !after.listings().templates().same(before.listings().templates())) {
            lists.add(ChangeKind.RESOURCES);
        }
        return new CatalogChange(before, after, Set.copyOf(lists));
    }

    /** Whether a reader of this URI would be served something else than before; a URI that is gone is no update. */
    public boolean updates(String uri) {
        var now = after.directory().find(uri);
        var then = before.directory().find(uri);
        return now.isPresent()
                && then.isPresent()
                && !now.get().resource().sameContent(then.get().resource());
    }

    /** Whether callers are authenticated in another way, or with other keys. */
    public boolean touchesAuthentication() {
        var then = before.settings().auth();
        var now = after.settings().auth();
        return !then.equals(now) || !credentials(before).equals(credentials(after));
    }

    private static Map<ValueKey, String> credentials(LiveCatalog live) {
        return live.settings().auth().required().isEmpty()
                ? Map.of()
                : live.values().entries().entrySet().stream()
                        .filter(entry -> entry.getKey().isOfAuth())
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Whether any resource's content is another one, so that subscriptions need a look at all. */
    public boolean touchesContent() {
        return Stream.concat(after.resources().entrySet().stream(), before.resources().entrySet().stream())
                .anyMatch(entry -> before.resources().get(entry.getKey())
                        != after.resources().get(entry.getKey()));
    }

    /**
     * The list itself; and behind entry tools, what search can answer. Documents are the ones that search shows, so a
     * hidden statement's change is none.
     */
    private static boolean toolsDiffer(LiveCatalog before, LiveCatalog after) {
        if (!after.listings().tools().same(before.listings().tools())) {
            return true;
        }
        return after.settings().exposure().entryTools() && documentsDiffer(before, after);
    }

    private static boolean documentsDiffer(LiveCatalog before, LiveCatalog after) {
        if (before.tools().size() != after.tools().size()) {
            return true;
        }
        for (var entry : after.tools().entrySet()) {
            var known = before.tools().get(entry.getKey());
            if (known == null
                    || known != entry.getValue()
                            && !known.found().equals(entry.getValue().found())) {
                return true;
            }
        }
        return false;
    }
}
