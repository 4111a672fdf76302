package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.runtime.pipeline.Adapters;
import dev.hyperterse.runtime.pipeline.ToolLinker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The catalog that is served now. A swap builds the next one beside it and then sets one reference; whoever began with
 * the old one ends with it. A swap that fails changes nothing.
 */
public final class LiveCatalogs {
    private final ToolLinker linker;
    private final Adapters adapters;
    private final List<Consumer<CatalogChange>> listeners = new CopyOnWriteArrayList<>();
    private volatile Optional<LiveCatalog> current = Optional.empty();
    private volatile Optional<ChangeHistory> history = Optional.empty();

    public LiveCatalogs(ToolLinker linker, Adapters adapters) {
        this.linker = linker;
        this.adapters = adapters;
    }

    /** What a swap did, for whoever asked for it. */
    public record Swapped(LiveCatalog live, Set<ChangeKind> lists, Duration took) {}

    /** Empty until the first swap. */
    public Optional<LiveCatalog> current() {
        return current;
    }

    /** Is told of each swap after it, on the thread of the swap; the first catalog is not a change. */
    public void listen(Consumer<CatalogChange> listener) {
        listeners.add(listener);
    }

    /**
     * Serves that catalog from now on.
     *
     * @throws RuntimeException when it cannot be served at all; the one before still is
     */
    public synchronized Swapped swap(Catalog catalog) {
        long began = System.nanoTime();
        var before = current;
        var next = new CatalogAssembly(linker, before, catalog).assemble();
        var drain = Duration.ofMillis(next.settings().limits().callTimeoutMillis());
        // Before the reference: the new catalog's calls must find their adapters. A call of the old one that looks for
        // an adapter that just went would find its tool gone a moment later.
        adapters.reconfigure(next.settings().adapters(), next.values(), drain);
        var change = before.map(live -> CatalogChange.between(live, next));
        history = Optional.of(history.map(past -> past.then(
                        next.revision(), change.map(CatalogChange::lists).orElseGet(Set::of)))
                .orElseGet(() -> ChangeHistory.beginningWith(next.revision())));
        current = Optional.of(next);
        var took = Duration.ofNanos(System.nanoTime() - began);
        change.ifPresent(seen -> listeners.forEach(listener -> listener.accept(seen)));
        return new Swapped(next, change.map(CatalogChange::lists).orElseGet(Set::of), took);
    }

    /** The lists that may have changed since a client saw that position. */
    public Set<ChangeKind> changedSince(String position) {
        return history.map(past -> past.after(position)).orElseGet(Set::of);
    }
}
