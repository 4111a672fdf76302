package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.runtime.access.CallRules;
import dev.hyperterse.runtime.access.PolicyCheck;
import dev.hyperterse.runtime.live.LiveCatalog.Refused;
import dev.hyperterse.runtime.live.definition.LeafJson;
import dev.hyperterse.runtime.live.definition.Listing;
import dev.hyperterse.runtime.live.definition.Listings;
import dev.hyperterse.runtime.live.definition.ListingsBuilder;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.live.definition.ResourceDirectory;
import dev.hyperterse.runtime.live.definition.search.SearchDocuments;
import dev.hyperterse.runtime.live.definition.search.SearchSegments;
import dev.hyperterse.runtime.live.definition.search.StemmingLanguage;
import dev.hyperterse.runtime.live.template.TemplateMatcher;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.ToolLinker;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.view.ViewPage;
import dev.hyperterse.search.SearchIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds a live catalog. It shares the linked tools, list entries and search segments of unchanged leaves with the
 * former catalog, so that a swap costs only the changes.
 */
final class CatalogAssembly {
    private final ToolLinker linker;
    private final Optional<LiveCatalog> before;
    private final Catalog catalog;
    private final LinkSettings linkSettings;
    private final boolean sameLinks;
    private final boolean sameDocuments;
    private final boolean sameLists;
    private final boolean sameLanguage;
    private final Map<String, LiveTool> tools = new HashMap<>();
    private final Map<String, LivePrompt> prompts = new HashMap<>();
    private final Map<LeafIdentity, LiveResource> resources = new LinkedHashMap<>();
    private final List<Refused> refused = new ArrayList<>();
    private final Map<String, LiveResource> resourcesBefore = new HashMap<>();

    /** @param sameLinks whether the tools of the former catalog were linked with the same settings */
    CatalogAssembly(
            ToolLinker linker,
            LinkSettings linkSettings,
            boolean sameLinks,
            Optional<LiveCatalog> before,
            Catalog catalog,
            List<Refused> unread) {
        this.linker = linker;
        this.before = before;
        this.catalog = catalog;
        this.refused.addAll(unread);
        this.linkSettings = linkSettings;
        this.sameLinks = sameLinks;
        this.sameDocuments = before.filter(live ->
                        live.settings().search().hasSameHits(catalog.server().search()))
                .isPresent();
        this.sameLists = before.filter(
                        live -> live.settings().listsTools() == catalog.server().listsTools())
                .isPresent();
        this.sameLanguage = before.filter(live -> live.settings().search().language()
                        == catalog.server().search().language())
                .isPresent();
        before.ifPresent(live -> live.resources()
                .values()
                .forEach(resource -> resourcesBefore.put(resource.leaf().publicName(), resource)));
    }

    LiveCatalog assemble() {
        catalog.leaves().forEach(this::add);
        var language = StemmingLanguage.of(catalog.server().search().language());
        // Stems depend on the language, so another language rebuilds the whole index.
        var indexed = before.filter(live -> sameLanguage);
        var segments =
                indexed.map(LiveCatalog::segments).orElse(SearchSegments.NONE).with(tools.values(), language);
        var index = indexed.map(LiveCatalog::index)
                .orElseGet(() -> SearchIndex.empty(language))
                .compose(segments.all());
        return new LiveCatalog(
                        catalog.revision(),
                        catalog.server(),
                        catalog.values(),
                        tools,
                        program(),
                        tools.values().stream()
                                .anyMatch(tool -> tool.leaf().rates().isPresent()),
                        prompts,
                        resources,
                        new ResourceDirectory(resources.values()),
                        listings(index),
                        segments,
                        index,
                        classes(),
                        Map.of(),
                        refused)
                .withToolsets(this::classes);
    }

    private Optional<LinkedTool> program() {
        var code = catalog.server().code();
        var known = before.filter(live -> sameLinks && live.settings().code().equals(code))
                .flatMap(LiveCatalog::program);
        return known.or(() -> code.map(it -> linker.link(it, linkSettings)));
    }

    private void add(Leaf leaf) {
        try {
            // Policies are evaluated later, when a single leaf can no longer be refused.
            leaf.access().ifPresent(access -> PolicyCheck.of(access, leaf));
            serve(leaf);
        } catch (RuntimeException unservable) {
            // A compiler of another version may accept a leaf that this build cannot link; the others are served.
            refuse(leaf, "cannot be linked: " + unservable.getMessage());
        } catch (StackOverflowError tooDeep) {
            refuse(leaf, "cannot be linked: its schema is nested too deeply");
        }
    }

    private void refuse(Leaf leaf, String reason) {
        refused.add(new Refused(leaf.identity().display(), reason));
    }

    private void serve(Leaf leaf) {
        switch (leaf) {
            case ToolLeaf tool -> {
                var live = tool(tool);
                tools.put(tool.name(), live);
                view(live.leaf()).ifPresent(page -> resources.put(tool.identity(), page));
            }
            case PromptLeaf prompt -> prompts.put(prompt.name(), prompt(prompt));
            case ResourceLeaf resource -> resources.put(resource.identity(), resource(resource));
        }
    }

    private LiveTool tool(ToolLeaf leaf) {
        // An object that brings many tools has another version for each of them when one has changed.
        var known = before.flatMap(live -> live.tool(leaf.name()))
                .filter(tool -> tool.leaf().isSameInVersion(leaf));
        if (known.isPresent() && sameLinks && sameDocuments && sameLists) {
            return known.get().inVersionOf(leaf);
        }
        var linked =
                known.filter(tool -> sameLinks).map(LiveTool::linked).orElseGet(() -> linker.link(leaf, linkSettings));
        var document = known.filter(tool -> sameDocuments)
                .map(LiveTool::found)
                .orElseGet(() -> SearchDocuments.of(leaf, catalog.server().search()));
        return new LiveTool(leaf, Slot.of(leaf.identity()), linked, listed(leaf), document);
    }

    /** Most servers expose tools by search only, so that no list entry is encoded. */
    private Optional<Listing.Entry> listed(ToolLeaf leaf) {
        return catalog.server().listsTools() ? Optional.of(LeafJson.tool(leaf)) : Optional.empty();
    }

    /** Clients learn of views from the list of tools only. A view is of the very leaf that is live, which decides who sees it. */
    private Optional<LiveResource> view(ToolLeaf leaf) {
        return ViewPage.of(leaf).filter(_ -> catalog.server().listsTools()).map(page -> Optional.ofNullable(
                        resourcesBefore.get(page.publicName()))
                .filter(known -> same(known.leaf(), page)
                        && known.tool().filter(tool -> tool == leaf).isPresent())
                .orElseGet(() -> LiveResource.ofView(page, leaf)));
    }

    private LivePrompt prompt(PromptLeaf leaf) {
        return before.flatMap(live -> live.prompt(leaf.name()))
                .filter(prompt -> same(prompt.leaf(), leaf))
                .filter(prompt -> sameLinks || isFixed(prompt.computed(), leaf))
                .orElseGet(() -> new LivePrompt(
                        leaf,
                        LeafJson.prompt(leaf),
                        leaf.computed().map(computed -> linker.link(leaf, computed, linkSettings)),
                        completing(leaf)
                                .map(it -> new PromptLeaf.Computed(Action.CompleteArgument.INPUTS, it))
                                .map(asking -> linker.link(leaf, asking, linkSettings)),
                        CallRules.of(leaf, linkSettings.decisionPoint(), linkSettings.history())));
    }

    private LiveResource resource(ResourceLeaf leaf) {
        var known = Optional.ofNullable(resourcesBefore.get(leaf.publicName()))
                .filter(resource -> same(resource.leaf(), leaf));
        if (known.isPresent() && (sameLinks || isFixed(known.get().computed(), leaf))) {
            return known.get();
        }
        var contents = leaf.body() instanceof Body.Computed it ? Optional.of(it) : Optional.<Body.Computed>empty();
        var completing = leaf.address() instanceof Address.Templated
                ? completing(leaf)
                        .map(it -> new Body.Computed(
                                Action.CompleteArgument.INPUTS, it, contents.flatMap(Body.Computed::timeoutMillis)))
                : Optional.<Body.Computed>empty();
        var matcher = leaf.address() instanceof Address.Templated(var template)
                ? Optional.of(new TemplateMatcher(template))
                : Optional.<TemplateMatcher>empty();
        return LiveResource.of(
                leaf,
                contents.map(it -> linker.link(leaf, it, linkSettings)),
                completing.map(it -> linker.link(leaf, it, linkSettings)),
                matcher,
                CallRules.of(leaf, linkSettings.decisionPoint(), linkSettings.history()));
    }

    /** Another server knows the values of its arguments. */
    private static Optional<Action> completing(Leaf leaf) {
        return leaf.asked()
                .filter(Action.OnServer.class::isInstance)
                .map(it -> new Action.CompleteArgument((Action.OnServer) it));
    }

    /** Whether the leaf has no linked part. */
    private static boolean isFixed(Optional<LinkedTool> computed, Leaf leaf) {
        return computed.isEmpty() && leaf.access().stream().noneMatch(CatalogAssembly::isLinked);
    }

    private static boolean isLinked(AccessPolicy policy) {
        return policy.decided().isPresent() || policy.past().findAny().isPresent();
    }

    /** Compares by identity first, because unchanged slots are usually shared, then by content. */
    private static boolean same(Leaf known, Leaf leaf) {
        return known == leaf || known.equals(leaf);
    }

    private Listings listings(SearchIndex index) {
        var next = ListingsBuilder.build(
                catalog.server(), tools.values(), prompts.values(), resources.values(), _ -> true, () -> index);
        return before.map(live -> ListingsBuilder.share(next, live.listings())).orElse(next);
    }

    /** The classes of the served definitions; a policy of none of them makes no class. */
    private Optional<VisibilityClasses> classes() {
        var served = new ArrayList<Leaf>();
        tools.values().forEach(tool -> served.add(tool.leaf()));
        prompts.values().forEach(prompt -> served.add(prompt.leaf()));
        resources.values().stream()
                .filter(resource -> resource.tool().isEmpty())
                .forEach(resource -> served.add(resource.leaf()));
        return VisibilityClasses.of(served);
    }
}
