package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.live.LiveCatalog.Listings;
import dev.hyperterse.runtime.live.ResourceDirectory.Found;
import dev.hyperterse.runtime.search.SearchExplanation;
import dev.hyperterse.runtime.search.SearchHit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What one caller sees of a catalog. Single definitions are decided by their policies, all else by the class of the caller. */
record CallerView(LiveCatalog live, VisibilityClasses classes, Principal principal, Admitted admitted)
        implements CatalogView {
    private boolean sees(Leaf leaf) {
        return classes.admits(leaf, principal, admitted);
    }

    private ClassView ofClass() {
        return classes.view(principal, admitted, live);
    }

    @Override
    public Optional<LiveTool> tool(String name) {
        return live.tool(name).filter(tool -> sees(tool.leaf()));
    }

    @Override
    public Optional<LivePrompt> prompt(String name) {
        return live.prompt(name).filter(prompt -> sees(prompt.leaf()));
    }

    @Override
    public Optional<Found> resource(String uri) {
        return live.directory().find(uri, resource -> sees(resource.leaf()));
    }

    @Override
    public Optional<LiveResource> template(String text) {
        return live.directory().template(text).filter(resource -> sees(resource.leaf()));
    }

    @Override
    public boolean isFixed(String uri) {
        return live.directory()
                .fixed(uri)
                .filter(resource -> sees(resource.leaf()))
                .isPresent();
    }

    @Override
    public Collection<LiveTool> visibleTools() {
        return ofClass().visibleTools();
    }

    @Override
    public Listings listings() {
        return ofClass().listings();
    }

    @Override
    public List<SearchHit> search(String query) {
        return ofClass().search(query);
    }

    @Override
    public List<SearchExplanation> explain(String query) {
        return ofClass().explain(query);
    }
}
