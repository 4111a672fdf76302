package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.values.ValueKey;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The changes of a swap that clients can observe.
 *
 * @param lists the lists that differ for callers that see all definitions
 * @param definitions the changes, by which the lists that differ for a caller are computed
 */
public record CatalogChange(
        LiveCatalog before, LiveCatalog after, Set<ChangeKind> lists, DefinitionChanges definitions) {
    static CatalogChange between(LiveCatalog before, LiveCatalog after) {
        return new CatalogChange(before, after, listsOf(before, after), ListedChange.between(before, after));
    }

    /** The lists that differ between two views of the same caller. */
    public Set<ChangeKind> lists(CatalogView before, CatalogView after) {
        return listsOf(before, after);
    }

    private static Set<ChangeKind> listsOf(CatalogView before, CatalogView after) {
        var lists = EnumSet.noneOf(ChangeKind.class);
        if (toolsDiffer(before, after)) {
            lists.add(ChangeKind.TOOLS);
        }
        if (!after.listings().prompts().same(before.listings().prompts())) {
            lists.add(ChangeKind.PROMPTS);
        }
        if (!after.listings().resources().same(before.listings().resources())
                || !after.listings().templates().same(before.listings().templates())
                || !after.listings().skills().same(before.listings().skills())) {
            lists.add(ChangeKind.RESOURCES);
        }
        return Set.copyOf(lists);
    }

    /** Whether the content of this URI has changed; a removed URI is not an update. */
    public boolean updates(String uri) {
        var now = after.resource(uri);
        var then = before.resource(uri);
        return now.isPresent()
                && then.isPresent()
                && !now.get().resource().sameContent(then.get().resource());
    }

    /** The URIs and templates of resources whose content has changed. */
    public Set<String> contents() {
        var then = before.resourcesByAddress();
        return after.resourcesByAddress().entrySet().stream()
                .filter(now -> Optional.ofNullable(then.get(now.getKey()))
                        .filter(it -> it != now.getValue() && !it.sameContent(now.getValue()))
                        .isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the settings or the keys of authentication have changed. */
    public boolean touchesAuthentication() {
        var then = before.settings().auth();
        var now = after.settings().auth();
        return !then.equals(now)
                || !changedToolsets().isEmpty()
                || !credentials(before).equals(credentials(after));
    }

    /** Tells for many callers which of them must authenticate again. */
    public Predicate<Principal> authenticatesAgain() {
        return touchesAuthentication() ? authentication()::concerns : _ -> false;
    }

    /** The callers that are affected by it. */
    public AuthenticationChange authentication() {
        return new AuthenticationChange(
                before.settings().auth(), before.values(), after.settings().auth(), after.values(), changedToolsets());
    }

    /** The toolsets that are gone, or that other plugins authenticate for. */
    private Set<String> changedToolsets() {
        return before.settings().toolsets().stream()
                .filter(then -> after.settings()
                        .toolset(then.name())
                        .filter(now -> now.plugins().equals(then.plugins()))
                        .isEmpty())
                .map(Toolset::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Map<ValueKey, String> credentials(LiveCatalog live) {
        return live.settings().auth().required().isEmpty()
                ? Map.of()
                : live.values().entries().entrySet().stream()
                        .filter(entry -> entry.getKey().isOfAuth())
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Whether any resource has changed, so that subscriptions must be compared. */
    public boolean touchesContent() {
        return Stream.concat(after.resources().entrySet().stream(), before.resources().entrySet().stream())
                .anyMatch(entry -> before.resources().get(entry.getKey())
                        != after.resources().get(entry.getKey()));
    }

    /**
     * Compares the lists, and with entry tools also the documents of search. A document does not contain a hidden
     * statement, so a change of that is not a difference.
     */
    private static boolean toolsDiffer(CatalogView before, CatalogView after) {
        if (!after.listings().tools().same(before.listings().tools())) {
            return true;
        }
        return after.listings().entryTools() && documentsDiffer(before, after);
    }

    private static boolean documentsDiffer(CatalogView before, CatalogView after) {
        var tools = after.visibleTools();
        if (before.visibleTools().size() != tools.size()) {
            return true;
        }
        for (var tool : tools) {
            var known = before.tool(tool.leaf().name());
            if (known.isEmpty() || known.get() != tool && !known.get().found().equals(tool.found())) {
                return true;
            }
        }
        return false;
    }
}
