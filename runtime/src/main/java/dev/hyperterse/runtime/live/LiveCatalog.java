package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.definition.Listings;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.live.definition.ResourceDirectory;
import dev.hyperterse.runtime.live.definition.search.SearchSegments;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.search.SearchExplanation;
import dev.hyperterse.search.SearchHit;
import dev.hyperterse.search.SearchIndex;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that a replica serves at one moment, immutable. A request takes the live catalog once, when it begins, and
 * is answered from it regardless of swaps.
 *
 * @param program runs the programs of clients, where they may send them
 * @param limitsTools whether a tool has its own rate limits
 * @param classes of its callers; empty if all callers see all definitions
 * @param toolsets the same catalog at the URL of each toolset: with other settings, and with classes of its own, because
 *     lists depend on the settings
 * @param refused the leaves that this build cannot serve, each with the reason
 */
public record LiveCatalog(
        Revision revision,
        ServerSettings settings,
        ValueSet values,
        Map<String, LiveTool> tools,
        Optional<LinkedTool> program,
        boolean limitsTools,
        Map<String, LivePrompt> prompts,
        Map<LeafIdentity, LiveResource> resources,
        ResourceDirectory directory,
        Listings listings,
        SearchSegments segments,
        SearchIndex index,
        Optional<VisibilityClasses> classes,
        Map<String, LiveCatalog> toolsets,
        List<Refused> refused)
        implements CatalogView {
    /** A definition that is not served, as its identity displays. */
    public record Refused(String definition, String reason) {}

    /** The same catalog with another revision. */
    LiveCatalog at(Revision other) {
        var atUrls = new HashMap<String, LiveCatalog>();
        toolsets.forEach((name, toolset) -> atUrls.put(name, toolset.at(other)));
        return with(other, settings, classes, Map.copyOf(atUrls));
    }

    /** The same catalog with these toolsets, whose callers are told apart by the access policies of definitions. */
    LiveCatalog withToolsets(Supplier<Optional<VisibilityClasses>> ownClasses) {
        var atUrls = new HashMap<String, LiveCatalog>();
        settings.toolsets()
                .forEach(toolset ->
                        atUrls.put(toolset.name(), with(revision, settings.at(toolset), ownClasses.get(), Map.of())));
        return atUrls.isEmpty() ? this : with(revision, settings, classes, Map.copyOf(atUrls));
    }

    private LiveCatalog with(
            Revision other,
            ServerSettings others,
            Optional<VisibilityClasses> otherClasses,
            Map<String, LiveCatalog> atUrls) {
        return new LiveCatalog(
                other,
                others,
                values,
                tools,
                program,
                limitsTools,
                prompts,
                resources,
                directory,
                listings,
                segments,
                index,
                otherClasses,
                atUrls,
                refused);
    }

    /** The catalog at the URL that a caller calls at. One without that toolset shows such a caller nothing of it. */
    public LiveCatalog atUrlOf(Principal principal) {
        return principal.toolset().isEmpty()
                ? this
                : toolsets.getOrDefault(principal.toolset().get(), this);
    }

    /** The resources that users defined: views of tools are none. */
    public Stream<LiveResource> definedResources() {
        return resources.values().stream().filter(resource -> resource.tool().isEmpty());
    }

    /** All that users defined. */
    public Stream<Leaf> leaves() {
        return Stream.of(
                        tools.values().stream().map(LiveTool::leaf),
                        prompts.values().stream().map(LivePrompt::leaf),
                        definedResources().map(LiveResource::leaf))
                .flatMap(leaves -> leaves);
    }

    boolean hasViews() {
        return resources.values().stream().anyMatch(resource -> resource.tool().isPresent());
    }

    /** Its resources by their URIs and templates. */
    Map<String, LiveResource> resourcesByAddress() {
        return resources.values().stream()
                .collect(Collectors.toMap(it -> it.leaf().publicName(), it -> it, (one, _) -> one));
    }

    public CatalogView seenBy(Principal principal) {
        var live = atUrlOf(principal);
        return live.classes.isEmpty() ? live : live.classes.get().view(principal, live);
    }

    /**
     * The policy or rule that hides a leaf from a caller, for records.
     *
     * @param leaf empty if there is none of that name; that takes equally long
     */
    public Optional<String> hiddenBy(Optional<? extends Leaf> leaf, String name, Principal principal) {
        if (leaf.isEmpty()) {
            classes.ifPresent(all -> all.hiddenByNothing(name, principal));
        }
        return leaf.flatMap(it -> classes.flatMap(all -> all.hiddenBy(it, principal)));
    }

    @Override
    public Optional<LiveTool> tool(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    @Override
    public Collection<LiveTool> visibleTools() {
        return tools.values();
    }

    @Override
    public Optional<LivePrompt> prompt(String name) {
        return Optional.ofNullable(prompts.get(name));
    }

    @Override
    public Optional<ResourceDirectory.Found> resource(String uri) {
        return directory.find(uri, resource -> true);
    }

    @Override
    public Optional<LiveResource> folder(String uri) {
        return directory.folder(uri);
    }

    @Override
    public Optional<LiveResource> template(String text) {
        return directory.template(text);
    }

    @Override
    public boolean isFixed(String uri) {
        return directory.fixed(uri).isPresent();
    }

    @Override
    public List<SearchHit> search(String query) {
        return index.search(query, settings.search().limit());
    }

    @Override
    public List<SearchExplanation> explain(String query) {
        return index.explain(query, settings.search().limit());
    }
}
