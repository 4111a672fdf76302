package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.definition.Listings;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.search.SearchExplanation;
import dev.hyperterse.search.SearchHit;
import java.util.Collection;
import java.util.List;

/**
 * The view of one caller on a catalog. A single definition is decided by its policy, lists and search by the class of
 * the caller.
 */
final class CallerView extends FilteredView {
    private final VisibilityClasses classes;
    private final Principal principal;
    private final PolicyResults results;

    CallerView(LiveCatalog live, VisibilityClasses classes, Principal principal, PolicyResults results) {
        super(live);
        this.classes = classes;
        this.principal = principal;
        this.results = results;
    }

    @Override
    boolean sees(Leaf leaf) {
        return classes.admits(leaf, principal, results);
    }

    @Override
    void missed(String what) {
        classes.evaluateFor(what, principal, results);
    }

    private ClassView ofClass() {
        return classes.view(principal, results, live());
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
