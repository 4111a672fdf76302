package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.definition.Listings;
import dev.hyperterse.runtime.live.definition.ListingsBuilder;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.search.SearchExplanation;
import dev.hyperterse.search.SearchHit;
import dev.hyperterse.search.SearchIndex;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The part of a catalog that a visibility class sees. Hidden definitions have no influence on its lists, pages, search
 * results and scores.
 */
final class ClassView extends FilteredView {
    private final VisibilityClasses classes;
    private final BitSet admittedBy;
    // Computed at the first use: only lists and searches need them, calls do not.
    private final Supplier<Listings> listings = new Once<>(this::filteredListings);
    private final Supplier<SearchIndex> index = new Once<>(this::restrictedIndex);

    ClassView(LiveCatalog live, VisibilityClasses classes, BitSet admittedBy) {
        super(live);
        this.classes = classes;
        this.admittedBy = admittedBy;
    }

    @Override
    boolean sees(Leaf leaf) {
        return classes.sees(admittedBy, leaf);
    }

    /** Has no effect: the policies were evaluated to find the class. */
    @Override
    void missed(String what) {}

    @Override
    public Collection<LiveTool> visibleTools() {
        return live().tools().values().stream()
                .filter(tool -> sees(tool.leaf()))
                .toList();
    }

    @Override
    public Listings listings() {
        return listings.get();
    }

    @Override
    public List<SearchHit> search(String query) {
        return index.get().search(query, live().settings().search().limit());
    }

    @Override
    public List<SearchExplanation> explain(String query) {
        return index.get().explain(query, live().settings().search().limit());
    }

    private Listings filteredListings() {
        return ListingsBuilder.share(
                ListingsBuilder.build(
                        live().settings(),
                        live().tools().values(),
                        live().prompts().values(),
                        live().resources().values(),
                        this::sees,
                        index),
                live().listings());
    }

    private SearchIndex restrictedIndex() {
        return live().index().restrictedTo(name -> tool(name).isPresent());
    }

    /** A value that is computed at its first use; two threads may compute it, and use the same one afterwards. */
    private static final class Once<T> implements Supplier<T> {
        private final Supplier<T> maker;
        private volatile Optional<T> made = Optional.empty();

        Once(Supplier<T> maker) {
            this.maker = maker;
        }

        @Override
        public T get() {
            var known = made;
            return known.isPresent() ? known.get() : make();
        }

        private synchronized T make() {
            if (made.isEmpty()) {
                made = Optional.of(maker.get());
            }
            return made.get();
        }
    }
}
