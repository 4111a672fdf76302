package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.runtime.live.LiveCatalog.Listings;
import dev.hyperterse.runtime.search.SearchExplanation;
import dev.hyperterse.runtime.search.SearchHit;
import dev.hyperterse.runtime.search.SearchIndex;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The part of a catalog that a class of callers sees. For it, nothing else exists: in no list and no page, in no hit
 * and no score.
 */
final class ClassView extends FilteredView {
    private final VisibilityClasses classes;
    private final BitSet admittedBy;
    // Asked for by lists and searches alone, which calls need not pay for.
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

    /** All policies were evaluated before there was a class. */
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
                        this::sees),
                live().listings());
    }

    private SearchIndex restrictedIndex() {
        return live().index().restrictedTo(name -> tool(name).isPresent());
    }

    /** A value that is made at its first use; two threads may make it, and use the same one afterwards. */
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
