package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.live.definition.ResourceDirectory.Found;
import java.util.Optional;
import java.util.function.Predicate;

/** A view that filters the definitions of a catalog. */
abstract class FilteredView implements CatalogView {
    private final LiveCatalog live;

    FilteredView(LiveCatalog live) {
        this.live = live;
    }

    abstract boolean sees(Leaf leaf);

    /**
     * Does the work of {@link #sees} for a missing definition, so that the time of a refusal does not reveal whether it
     * exists.
     */
    abstract void missed(String what);

    private <T> Optional<T> looked(Optional<T> found, Predicate<T> visible, String what) {
        if (found.isEmpty()) {
            missed(what);
        }
        return found.filter(visible);
    }

    final LiveCatalog live() {
        return live;
    }

    @Override
    public final Optional<LiveTool> tool(String name) {
        return looked(live.tool(name), tool -> sees(tool.leaf()), "tool " + name);
    }

    @Override
    public final Optional<LivePrompt> prompt(String name) {
        return looked(live.prompt(name), prompt -> sees(prompt.leaf()), "prompt " + name);
    }

    @Override
    public final Optional<Found> resource(String uri) {
        if (live.directory().fixed(uri).isEmpty()) {
            missed("resource " + uri);
        }
        return live.directory().find(uri, resource -> sees(resource.definition()));
    }

    @Override
    public final Optional<LiveResource> folder(String uri) {
        return looked(live.directory().folder(uri), resource -> sees(resource.definition()), "resource " + uri);
    }

    @Override
    public final Optional<LiveResource> template(String text) {
        return looked(live.directory().template(text), resource -> sees(resource.definition()), "template " + text);
    }

    @Override
    public final boolean isFixed(String uri) {
        return looked(live.directory().fixed(uri), resource -> sees(resource.definition()), "resource " + uri)
                .isPresent();
    }
}
