package dev.hyperterse.operator.reconcile;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.compiler.script.ServerScriptCache;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.metrics.OperatorMetrics.ReconcileOutcome;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.publish.ObjectStore;
import dev.hyperterse.operator.publish.Publisher;
import dev.hyperterse.operator.queue.WorkLimit;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.report.condition.Evaluation;
import dev.hyperterse.operator.trace.ReconcileTrace;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The servers of this leadership, each with what its last reconciliation left. */
public final class ServerReconcilers {
    private static final int TAKEOVERS_AT_ONCE = 8;

    private final ClusterView view;
    private final OperatorMetrics metrics;
    private final Function<ServerKey, ReconcileTrace> traces;
    private final Function<HyperterseServer, ObjectStore> stores;
    private final Leadership leadership;
    private final Function<ServerKey, ServerScriptCache> scripts;
    private final CatalogCompiler compiler = new CatalogCompiler();
    private final WorkLimit takeovers = new WorkLimit(TAKEOVERS_AT_ONCE);
    private final Map<ServerKey, ServerReconciler> known = new ConcurrentHashMap<>();

    /** @param scripts makes the scripts of a server */
    public ServerReconcilers(
            ClusterView view,
            OperatorMetrics metrics,
            Function<ServerKey, ReconcileTrace> traces,
            Function<HyperterseServer, ObjectStore> stores,
            Leadership leadership,
            Function<ServerKey, ServerScriptCache> scripts) {
        this.view = view;
        this.metrics = metrics;
        this.traces = traces;
        this.stores = stores;
        this.leadership = leadership;
        this.scripts = scripts;
    }

    /** How one reconciliation of one server ended; with an evaluation where this process leads and the server exists. */
    public record Outcome(ReconcileOutcome label, Optional<Evaluation> evaluation) {}

    /** Brings what is published and known of one server up to date. */
    public Outcome reconcile(ServerKey key) {
        var began = System.nanoTime();
        var label = ReconcileOutcome.Failed;
        var trace = traces.apply(key);
        try {
            var outcome = view.server(key)
                    .map(server -> reconcile(key, server, trace))
                    .orElseGet(() -> forget(key));
            label = outcome.label();
            trace.ended(label.name());
            return outcome;
        } catch (RuntimeException | Error failed) {
            trace.failed(failed);
            throw failed;
        } finally {
            metrics.reconciled(label, System.nanoTime() - began);
        }
    }

    /**
     * Records in the index which revision all replicas serve.
     *
     * @return whether another writer was detected; the next reconciliation restores the catalog
     */
    public boolean recordConverged(ServerKey key, Revision revision) {
        return Optional.ofNullable(known.get(key))
                .filter(it -> it.recordConverged(revision))
                .isPresent();
    }

    /** Whether another writer changed what is published; the next reconciliation restores it. */
    public boolean modifiedExternally(ServerKey key) {
        return Optional.ofNullable(known.get(key))
                .filter(ServerReconciler::modifiedExternally)
                .isPresent();
    }

    private Outcome reconcile(ServerKey key, HyperterseServer server, ReconcileTrace trace) {
        // One of the same name that was deleted and created again is another server.
        var reconciler = known.compute(
                key, (_, before) -> before != null && before.isFor(server) ? before : create(key, server));
        var evaluation = reconciler.tookOver()
                ? reconciler.reconcile(server, trace)
                : takeovers.run(key.namespace(), () -> reconciler.reconcile(server, trace));
        var label = evaluation
                .map(it -> it.committed().isPresent() ? ReconcileOutcome.Published : ReconcileOutcome.Withheld)
                .orElse(ReconcileOutcome.NotLeading);
        return new Outcome(label, evaluation);
    }

    /** A catalog is deleted with the server that owns it. */
    private Outcome forget(ServerKey key) {
        known.remove(key);
        view.documents().unused(key);
        return new Outcome(ReconcileOutcome.Gone, Optional.empty());
    }

    private ServerReconciler create(ServerKey key, HyperterseServer server) {
        var store = stores.apply(server);
        var publisher = new Publisher(
                store,
                leadership,
                () -> UUID.randomUUID().toString(),
                CatalogCompiler.identity(server),
                // Not one for the leadership: a server that is made again counts from one again, and pods of the server
                // before it, which go a moment later, would be taken to be ahead of it.
                UUID.randomUUID().toString());
        return new ServerReconciler(server, view, compiler, publisher, store, scripts.apply(key), metrics);
    }
}
