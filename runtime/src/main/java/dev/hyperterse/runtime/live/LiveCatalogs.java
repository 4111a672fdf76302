package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.runtime.access.KeptHistory;
import dev.hyperterse.runtime.decision.DecisionPoints;
import dev.hyperterse.runtime.history.CallHistory;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.ToolLinker;
import dev.hyperterse.runtime.tool.masking.ColumnMasks;
import dev.hyperterse.runtime.tool.statement.CommentSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live catalog. A swap builds the next one aside and then sets one reference; requests finish on the catalog that
 * they began with. A failed swap changes nothing.
 */
public final class LiveCatalogs {
    private static final Logger LOG = LoggerFactory.getLogger(LiveCatalogs.class);

    private final ToolLinker linker;
    private final Adapters adapters;
    private final DecisionPoints decisionPoints;
    private final CallHistory calls;
    private final CallerHash callers;
    private final List<Consumer<CatalogChange>> listeners = new CopyOnWriteArrayList<>();
    /** The settings that the live tools were linked with. */
    private Optional<LinkSettings> links = Optional.empty();

    private volatile Optional<LiveCatalog> current = Optional.empty();
    private volatile Optional<ChangeHistory> history = Optional.empty();

    /**
     * @param calls the history that rules look back at
     * @param callers computes the pseudonyms of callers in statements
     */
    public LiveCatalogs(
            ToolLinker linker,
            Adapters adapters,
            DecisionPoints decisionPoints,
            CallHistory calls,
            CallerHash callers) {
        this.linker = linker;
        this.adapters = adapters;
        this.decisionPoints = decisionPoints;
        this.calls = calls;
        this.callers = callers;
    }

    /** The result of a swap. */
    public record Swapped(LiveCatalog live, Set<ChangeKind> lists, Duration took) {}

    /** Empty until the first swap. */
    public Optional<LiveCatalog> current() {
        return current;
    }

    /** The change from a catalog that was live, at any URL, to the one that is now; empty where that is the same. */
    public Optional<CatalogChange> changeSince(LiveCatalog live) {
        return current.filter(
                        now -> now != live && now.toolsets().values().stream().noneMatch(toolset -> toolset == live))
                .map(now -> CatalogChange.between(live, now));
    }

    /** Adds a listener that is notified after each swap but the first, on the thread of the swap. */
    public void listen(Consumer<CatalogChange> listener) {
        listeners.add(listener);
    }

    /**
     * Makes a catalog live.
     *
     * @throws RuntimeException if it cannot be served at all; the former one stays live
     */
    public Swapped swap(Catalog catalog) {
        return swap(catalog, List.of());
    }

    /**
     * Makes a catalog live of which some leaves could not be read.
     *
     * @throws RuntimeException if it cannot be served at all; the former one stays live
     */
    public synchronized Swapped swap(Catalog catalog, List<LiveCatalog.Refused> unread) {
        long began = System.nanoTime();
        var before = current;
        var server = catalog.server();
        LiveCatalog next;
        Optional<CatalogChange> change;
        try (var plan = adapters.plan(server.adapters(), catalog.values(), server.limits())) {
            var settings = new LinkSettings(
                    plan.adapters(),
                    catalog.values(),
                    decisionPoints.of(server, catalog.values()),
                    KeptHistory.of(calls, catalog),
                    server.statementComments().map(_ -> comments(server)),
                    ColumnMasks.of(server.adapters(), plan.adapters(), callers));
            var sameLinks = links.filter(settings::equals).isPresent();
            next = new CatalogAssembly(linker, settings, sameLinks, before, catalog, unread).assemble();
            // Before the adapters are applied: a failure up to here changes nothing.
            change = before.map(live -> CatalogChange.between(live, next));
            var past = historyWith(
                    next.revision(), change.map(CatalogChange::definitions).orElse(DefinitionChanges.NONE));
            plan.apply();
            links = Optional.of(settings);
            setCurrent(next, past);
        }
        var lists = change.map(it -> it.definitions().lists()).orElseGet(Set::of);
        var took = Duration.ofNanos(System.nanoTime() - began);
        change.ifPresent(this::notifyListeners);
        return new Swapped(next, lists, took);
    }

    private CommentSettings comments(ServerSettings server) {
        return new CommentSettings(
                server.identity().display(),
                server.traces().filter(TraceExport::statements).map(_ -> callers));
    }

    /** Sets the revision of the live catalog, which was published again with the same content. */
    public synchronized void restate(Revision revision) {
        var live = current.orElseThrow(() -> new IllegalStateException("no catalog is live yet"));
        if (!live.revision().equals(revision)) {
            var restated = live.at(revision);
            setCurrent(restated, historyWith(revision, DefinitionChanges.NONE));
            notifyListeners(CatalogChange.between(live, restated));
        }
    }

    private ChangeHistory historyWith(Revision next, DefinitionChanges changes) {
        return history.map(past -> past.then(next, changes.all())).orElseGet(() -> ChangeHistory.beginningWith(next));
    }

    private void setCurrent(LiveCatalog next, ChangeHistory past) {
        history = Optional.of(past);
        current = Optional.of(next);
    }

    /** The catalog is already live, so an exception of a listener does not fail the swap. */
    private void notifyListeners(CatalogChange change) {
        for (var listener : listeners) {
            try {
                listener.accept(change);
            } catch (RuntimeException | Error fault) {
                LOG.atError()
                        .addKeyValue("event", "change_notification_failed")
                        .addKeyValue("revision", change.after().revision().position())
                        .setCause(fault)
                        .log("a listener of the swap failed; the catalog is live");
            }
        }
    }

    /** The lists that may have changed for a caller since that position, which its client knows. */
    public Set<ChangeKind> changedSince(String position, Principal principal) {
        return history.map(past -> past.after(position, principal)).orElseGet(Set::of);
    }
}
