package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.ResourceDirectory.Found;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The changes of a swap that clients can observe.
 *
 * @param definitions the changes, by which the lists that differ for a caller are computed
 */
public record CatalogChange(LiveCatalog before, LiveCatalog after, DefinitionChanges definitions) {
    static CatalogChange between(LiveCatalog before, LiveCatalog after) {
        return new CatalogChange(before, after, ListedChange.between(before, after));
    }

    /**
     * What a caller gets at a URI now, where it got other content before; a removed URI is not an update. A resource that it
     * does not see is not there for it, also where it sees a template of the URI.
     */
    public Function<String, Optional<LiveResource>> updatesFor(Principal caller) {
        var now = after.seenBy(caller);
        var then = before.seenBy(caller);
        return uri -> now.resource(uri).map(Found::resource).filter(resource -> then.resource(uri)
                .filter(former -> !resource.sameContent(former.resource()))
                .isPresent());
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
}
