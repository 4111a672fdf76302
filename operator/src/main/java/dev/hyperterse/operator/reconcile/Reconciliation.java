package dev.hyperterse.operator.reconcile;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.compile.CatalogCompiler;
import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.publish.ObjectStore;
import dev.hyperterse.operator.publish.Publisher;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.report.Situation;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The servers of this leadership, each with what its last round left. */
public final class Reconciliation {
    private final ClusterView view;
    private final Situation situation;
    private final Function<HyperterseServer, ObjectStore> stores;
    private final Leadership leadership;
    private final String epoch;
    private final CatalogCompiler compiler = new CatalogCompiler();
    private final Map<ServerKey, Known> known = new ConcurrentHashMap<>();

    /** @param epoch random, one for each leadership */
    public Reconciliation(
            ClusterView view,
            Situation situation,
            Function<HyperterseServer, ObjectStore> stores,
            Leadership leadership,
            String epoch) {
        this.view = view;
        this.situation = situation;
        this.stores = stores;
        this.leadership = leadership;
        this.epoch = epoch;
    }

    /** Brings what is published and known of one server up to date. */
    public void reconcile(ServerKey key) {
        view.server(key).ifPresentOrElse(server -> round(key, server), () -> forget(key));
    }

    /** Says in the index how far all replicas have come. */
    public void recordConverged(ServerKey key, Revision revision) {
        Optional.ofNullable(known.get(key)).ifPresent(it -> it.reconciler().recordConverged(revision));
    }

    private void round(ServerKey key, HyperterseServer server) {
        // One of the same name that was deleted and created again is another server.
        var current = known.compute(
                key,
                (_, before) -> before != null
                                && before.uid().equals(server.getMetadata().getUid())
                        ? before
                        : create(key, server));
        current.reconciler().reconcile(server).ifPresent(situation::judged);
    }

    /** What was published goes with its owner. */
    private void forget(ServerKey key) {
        known.remove(key);
        view.uses(key, Set.of());
        situation.gone(key);
    }

    private Known create(ServerKey key, HyperterseServer server) {
        var store = stores.apply(server);
        var publisher = new Publisher(
                store, leadership, () -> UUID.randomUUID().toString(), CatalogCompiler.identity(server), epoch);
        return new Known(
                server.getMetadata().getUid(),
                new ServerReconciler(
                        key, view, compiler, publisher, store, committed -> situation.format(key, committed)));
    }

    private record Known(String uid, ServerReconciler reconciler) {}
}
