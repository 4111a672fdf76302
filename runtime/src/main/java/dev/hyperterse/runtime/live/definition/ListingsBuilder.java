package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.server.ServerSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.function.Predicate;

/** Builds the lists of clients from the served definitions. */
public final class ListingsBuilder {
    private ListingsBuilder() {}

    /** @param visible selects the listed leaves */
    public static Listings build(
            ServerSettings settings,
            Collection<LiveTool> tools,
            Collection<LivePrompt> prompts,
            Collection<LiveResource> resources,
            Predicate<Leaf> visible) {
        var listedTools = new ArrayList<Listing.Entry>();
        boolean entryTools = settings.exposure().entryTools();
        if (entryTools) {
            for (var entryTool : EntryTool.values()) {
                listedTools.add(entryTool.listed());
            }
        }
        tools.stream()
                .filter(tool -> !entryTools || !EntryTool.isNamed(tool.leaf().name()))
                .filter(tool -> visible.test(tool.leaf()))
                .forEach(tool -> tool.listed().ifPresent(listedTools::add));
        var listedPrompts = prompts.stream()
                .filter(prompt -> visible.test(prompt.leaf()))
                .map(LivePrompt::listed)
                .toList();
        var fixed = new ArrayList<Listing.Entry>();
        var templates = new ArrayList<Listing.Entry>();
        resources.stream()
                .filter(resource -> visible.test(resource.leaf()))
                .forEach(resource -> (resource.matcher().isPresent() ? templates : fixed).add(resource.listed()));
        return new Listings(
                Listing.of(listedTools), Listing.of(listedPrompts), Listing.of(fixed), Listing.of(templates));
    }

    /** Replaces unchanged lists by the former ones, so that their pages are shared. */
    public static Listings share(Listings next, Listings before) {
        return new Listings(
                next.tools().orSame(before.tools()),
                next.prompts().orSame(before.prompts()),
                next.resources().orSame(before.resources()),
                next.templates().orSame(before.templates()));
    }
}
