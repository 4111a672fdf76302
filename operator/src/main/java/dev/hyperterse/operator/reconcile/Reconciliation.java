package dev.hyperterse.operator.reconcile;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.compile.CatalogCompiler;
import dev.hyperterse.operator.metrics.OperatorMetrics.RoundEnd;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.publish.ObjectStore;
import dev.hyperterse.operator.publish.OwnWrites;
import dev.hyperterse.operator.publish.Publisher;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.script.ServerScripts;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The servers of this leadership, each with what its last round left. */
public final class Reconciliation {
    private static final int TAKEOVERS_AT_ONCE = 8;

    private final ClusterView view;
    private final RoundListener listener;
    private final Function<HyperterseServer, ObjectStore> stores;
    private final Leadership leadership;
    private final Function<ServerKey, ServerScripts> scripts;
    private final CatalogCompiler compiler = new CatalogCompiler();
    private final Takeovers takeovers = new Takeovers(TAKEOVERS_AT_ONCE);
    private final Map<ServerKey, Known> known = new ConcurrentHashMap<>();

    /**
     * @param scripts makes the scripts of a server
     */
    public Reconciliation(
            ClusterView view,
            RoundListener listener,
            Function<HyperterseServer, ObjectStore> stores,
            Leadership leadership,
            Function<ServerKey, ServerScripts> scripts) {
        this.view = view;
        this.listener = listener;
        this.stores = stores;
        this.leadership = leadership;
        this.scripts = scripts;
    }

    /** Brings what is published and known of one server up to date. */
    public void reconcile(ServerKey key) {
        var began = System.nanoTime();
        var end = RoundEnd.Failed;
        try {
            end = view.server(key).map(server -> round(key, server)).orElseGet(() -> forget(key));
        } finally {
            listener.ended(end, System.nanoTime() - began);
        }
    }

    /** Says in the index how far all replicas have come. */
    public void recordConverged(ServerKey key, Revision revision) {
        Optional.ofNullable(known.get(key)).ifPresent(it -> it.reconciler().recordConverged(revision));
    }

    /** Whether what is published is what this leadership has published last, as far as a watch shows. */
    public OwnWrites inspect(ServerKey key) {
        return Optional.ofNullable(known.get(key))
                .map(it -> it.reconciler().inspect())
                .orElse(OwnWrites.UpToDate);
    }

    /** The next round looks at everything that is published and puts right what is not as it should be. */
    public void distrust(ServerKey key) {
        Optional.ofNullable(known.get(key)).ifPresent(it -> it.reconciler().distrust());
    }

    private RoundEnd round(ServerKey key, HyperterseServer server) {
        // One of the same name that was deleted and created again is another server.
        var current = known.compute(
                key,
                (_, before) -> before != null
                                && before.uid().equals(server.getMetadata().getUid())
                        ? before
                        : create(key, server));
        var reconciler = current.reconciler();
        var judgment = reconciler.tookOver()
                ? reconciler.reconcile(server)
                : takeovers.run(() -> reconciler.reconcile(server));
        judgment.ifPresent(listener::judged);
        return judgment.map(it -> it.committed().isPresent() ? RoundEnd.Judged : RoundEnd.Withheld)
                .orElse(RoundEnd.Deposed);
    }

    /** What was published goes with its owner. */
    private RoundEnd forget(ServerKey key) {
        known.remove(key);
        view.forgetUses(key);
        listener.gone(key);
        return RoundEnd.Gone;
    }

    private Known create(ServerKey key, HyperterseServer server) {
        var store = stores.apply(server);
        var publisher = new Publisher(
                store,
                leadership,
                () -> UUID.randomUUID().toString(),
                CatalogCompiler.identity(server),
                // Not one for the leadership: a server that is made again counts from one again, and pods of the server
                // before it, which go a moment later, would be taken to be ahead of it.
                UUID.randomUUID().toString());
        return new Known(
                server.getMetadata().getUid(),
                new ServerReconciler(key, view, compiler, publisher, store, scripts.apply(key), listener));
    }

    private record Known(String uid, ServerReconciler reconciler) {}
}
