package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.search.SearchIndex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Builds the lists of clients from the served definitions. */
public final class ListingsBuilder {
    /** The most that a client can have in its context without choosing badly. */
    private static final int MOST_LISTED = 20;

    /** 8,000 tokens, estimated as a quarter of the bytes. */
    private static final int MOST_LISTED_BYTES = 32_000;

    private ListingsBuilder() {}

    /**
     * @param visible selects the listed leaves
     * @param index of the visible tools
     */
    public static Listings build(
            ServerSettings settings,
            Collection<LiveTool> tools,
            Collection<LivePrompt> prompts,
            Collection<LiveResource> resources,
            Predicate<Leaf> visible,
            Supplier<SearchIndex> index) {
        var listedPrompts = prompts.stream()
                .filter(prompt -> visible.test(prompt.leaf()))
                .map(LivePrompt::listed)
                .toList();
        var fixed = new ArrayList<Listing.Entry>();
        var templates = new ArrayList<Listing.Entry>();
        var skills = new ArrayList<Listing.Entry>();
        var seen = tools.stream().filter(tool -> visible.test(tool.leaf())).toList();
        var own = own(settings, seen);
        boolean chosen = settings.exposure() == Exposure.Auto;
        boolean entryTools = chosen ? !areFew(own) : settings.exposure().entryTools();
        boolean ownTools = chosen ? !entryTools : settings.exposure().tools();
        var shown = resources.stream()
                .filter(resource -> visible.test(resource.definition()))
                .filter(resource -> ownTools || resource.tool().isEmpty())
                .toList();
        shown.forEach(resource -> {
            (resource.matcher().isPresent() ? templates : fixed).add(resource.listed());
            resource.skill().ifPresent(skill -> skills.add(skill.entry()));
        });
        var listed = new ArrayList<Listing.Entry>();
        var leaves = seen.stream().map(LiveTool::leaf).toList();
        if (entryTools) {
            listed.addAll(EntryToolJson.of(settings, leaves, index.get()));
        }
        ProgramTool.of(settings, leaves).ifPresent(listed::add);
        if (ownTools) {
            listed.addAll(own);
        }
        return new Listings(
                Listing.of(listed),
                Listing.of(listedPrompts),
                Listing.of(fixed),
                Listing.of(templates),
                Listing.of(skills),
                shown.stream().anyMatch(resource -> resource.tool().isPresent()),
                entryTools,
                ownTools);
    }

    /** Without those whose name an entry tool has: calls reach that one. */
    private static List<Listing.Entry> own(ServerSettings settings, List<LiveTool> seen) {
        return seen.stream()
                .filter(tool -> EntryTool.called(tool.leaf().name(), settings).isEmpty())
                .flatMap(tool -> tool.listed().stream())
                .toList();
    }

    /** Whether {@code Auto} lists these tools themselves. */
    public static boolean areFew(List<Listing.Entry> own) {
        return own.size() <= MOST_LISTED
                && own.stream().mapToInt(entry -> entry.json().length).sum() <= MOST_LISTED_BYTES;
    }

    /** Replaces unchanged lists by the former ones, so that their pages are shared. */
    public static Listings share(Listings next, Listings before) {
        return new Listings(
                next.tools().orSame(before.tools()),
                next.prompts().orSame(before.prompts()),
                next.resources().orSame(before.resources()),
                next.templates().orSame(before.templates()),
                next.skills().orSame(before.skills()),
                next.views(),
                next.entryTools(),
                next.ownTools());
    }
}
