package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.ResourceDirectory.Found;
import java.util.Optional;

/** Single definitions of a catalog, for whom does not see all of them. */
abstract class FilteredView implements CatalogView {
    private final LiveCatalog live;

    FilteredView(LiveCatalog live) {
        this.live = live;
    }

    abstract boolean sees(Leaf leaf);

    final LiveCatalog live() {
        return live;
    }

    @Override
    public final Optional<LiveTool> tool(String name) {
        return live.tool(name).filter(tool -> sees(tool.leaf()));
    }

    @Override
    public final Optional<LivePrompt> prompt(String name) {
        return live.prompt(name).filter(prompt -> sees(prompt.leaf()));
    }

    @Override
    public final Optional<Found> resource(String uri) {
        return live.directory().find(uri, resource -> sees(resource.leaf()));
    }

    @Override
    public final Optional<LiveResource> template(String text) {
        return live.directory().template(text).filter(resource -> sees(resource.leaf()));
    }

    @Override
    public final boolean isFixed(String uri) {
        return live.directory()
                .fixed(uri)
                .filter(resource -> sees(resource.leaf()))
                .isPresent();
    }
}
