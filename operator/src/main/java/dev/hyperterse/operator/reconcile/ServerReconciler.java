package dev.hyperterse.operator.reconcile;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.Memo;
import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.compiler.script.ServerScriptCache;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.publish.CatalogContent;
import dev.hyperterse.operator.publish.CommittedCatalog;
import dev.hyperterse.operator.publish.ObjectStore;
import dev.hyperterse.operator.publish.PublicationException;
import dev.hyperterse.operator.publish.PublicationOutcome;
import dev.hyperterse.operator.publish.Publisher;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.document.ReadDocument;
import dev.hyperterse.operator.report.condition.Evaluation;
import dev.hyperterse.operator.trace.ReconcileStage;
import dev.hyperterse.operator.trace.ReconcileTrace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles and publishes one server, again and again, and remembers between reconciliations what makes the next one cheap.
 * One at a time.
 */
final class ServerReconciler {
    private static final Logger LOG = LoggerFactory.getLogger(ServerReconciler.class);

    /** A server refers to documents of its namespaces; each compile finds those that the one before made visible. */
    private static final int COMPILES = 8;

    /** More changes of leadership than one reconciliation can see by accident. */
    private static final int TAKEOVERS = 3;

    private final ServerKey key;
    private final String uid;
    private final ClusterView view;
    private final CatalogCompiler compiler;
    private final Publisher publisher;
    private final CommittedCatalog committed;
    private final ServerScriptCache scripts;
    private final OperatorMetrics metrics;
    private final FaultLog faults;
    private final SlotEncoder slots = new SlotEncoder();
    private volatile boolean mine;
    private Memo memo = Memo.empty();
    private Published published = Published.nothing();
    private Map<String, Holding> holdings = Map.of();

    ServerReconciler(
            HyperterseServer server,
            ClusterView view,
            CatalogCompiler compiler,
            Publisher publisher,
            ObjectStore store,
            ServerScriptCache scripts,
            OperatorMetrics metrics) {
        this.key = ServerKey.of(server);
        this.uid = server.getMetadata().getUid();
        this.view = view;
        this.compiler = compiler;
        this.publisher = publisher;
        this.committed = new CommittedCatalog(store);
        this.scripts = scripts;
        this.metrics = metrics;
        this.faults = new FaultLog(key);
    }

    boolean isFor(HyperterseServer server) {
        return uid.equals(server.getMetadata().getUid());
    }

    /** Whether what is committed is this leadership's to change, as far as is known. */
    boolean tookOver() {
        return mine;
    }

    /** Empty when another process leads. */
    Optional<Evaluation> reconcile(HyperterseServer server, ReconcileTrace trace) {
        for (var attempt = 0; attempt < TAKEOVERS; attempt++) {
            if (!mine && !trace.stage(ReconcileStage.TakeOver, () -> takeOver(server))) {
                return Optional.empty();
            }
            var compiled = compile(server, trace);
            if (!compiled.publishable()) {
                return Optional.of(new Evaluation(key, compiled, Optional.empty(), Map.of(), Set.of()));
            }
            var desired = desired(compiled);
            var began = System.nanoTime();
            switch (trace.stage(ReconcileStage.Publish, () -> publisher.publish(desired))) {
                case PublicationOutcome.Published(var index) -> {
                    published(index, System.nanoTime() - began);
                    trace.published(
                            index.revision().position(), compiled.served().size());
                    return Optional.of(publishedAs(index, compiled));
                }
                case PublicationOutcome.Unchanged(var index) -> {
                    return Optional.of(publishedAs(index, compiled));
                }
                case PublicationOutcome.Claimed _, PublicationOutcome.NotLeading _ -> mine = false;
            }
        }
        throw new PublicationException("the catalog of %s is claimed by others again and again".formatted(key));
    }

    private void published(CatalogIndex index, long nanos) {
        metrics.published(nanos);
        LOG.atInfo()
                .addKeyValue("event", "published")
                .addKeyValue("server", key)
                .addKeyValue("revision", index.revision().position())
                .addKeyValue("parts", index.parts().size())
                .addKeyValue("milliseconds", TimeUnit.NANOSECONDS.toMillis(nanos))
                .log("published");
    }

    /** Whether another writer changed what is published; the next reconciliation then reads and compares all of it. */
    boolean modifiedExternally() {
        var modified = publisher.modifiedExternally();
        if (modified) {
            LOG.atInfo()
                    .addKeyValue("event", "catalog_modified_externally")
                    .addKeyValue("server", key)
                    .log("another writer changed objects of the catalog; they are restored");
            metrics.foreignEdit();
            publisher.forgetAll();
        }
        return modified;
    }

    /** Whether another writer was detected, so that the next reconciliation has to follow soon. */
    boolean recordConverged(Revision revision) {
        return publisher.recordConverged(revision);
    }

    /** Before anything is evaluated: last good versions and the holders of names are what is committed. */
    private boolean takeOver(HyperterseServer server) {
        if (!publisher.takeOver()) {
            return false;
        }
        published = publisher
                .committed()
                .flatMap(index -> committed.read(CatalogCompiler.identity(server), index))
                .map(Published::of)
                // A deleted index says nothing; this leadership knows what it named.
                .orElse(published);
        scripts.takeOver(published);
        // Not before it was read: going on without it would drop every last good version.
        mine = true;
        metrics.claimed();
        return true;
    }

    private CompiledServer compile(HyperterseServer server, ReconcileTrace trace) {
        var fetched = new HashMap<ObjectName, ReadDocument>();
        for (var attempt = 0; attempt < COMPILES; attempt++) {
            var documents = view.documents().known(fetched);
            var compiledScripts = scripts.known();
            var inputs = view.inputs(server)
                    .withDocuments(documents)
                    .withScripts(compiledScripts)
                    .withPublished(published);
            var compiled = trace.stage(ReconcileStage.Compile, () -> compiler.compile(inputs, memo, faults));
            memo = compiled.memo();
            var missing = documents.missing();
            if (missing.isEmpty()) {
                view.documents().used(key, documents);
                scripts.after(compiledScripts);
                return compiled;
            }
            fetched.putAll(trace.stage(
                    ReconcileStage.ReadDocuments, () -> view.documents().fetch(key, missing)));
        }
        throw new IllegalStateException("the documents of %s make others visible again and again".formatted(key));
    }

    private CatalogContent desired(CompiledServer compiled) {
        return new CatalogContent(
                compiled.settings().orElseThrow(), slots.encode(compiled.served()), compiled.values());
    }

    private Evaluation publishedAs(CatalogIndex index, CompiledServer compiled) {
        // Only the first evaluation after a takeover is asked what it found; later ones compare with the one before.
        var carriedOver = holdings.isEmpty() ? carriedOver(compiled) : Set.<String>of();
        var values = new ValueSet(index.valueSet().orElse(""), compiled.values());
        var leaves = compiled.served().stream().map(CompiledServer.Served::leaf).toList();
        published = Published.of(compiled.settings().orElseThrow(), leaves, values);
        holdings = holdings(index.revision(), compiled);
        var since = new HashMap<String, Revision>();
        holdings.forEach((uid, holding) -> since.put(uid, holding.since()));
        return new Evaluation(key, compiled, Optional.of(index), since, carriedOver);
    }

    private Set<String> carriedOver(CompiledServer compiled) {
        return compiled.served().stream()
                .map(CompiledServer.Served::leaf)
                .filter(leaf -> published.leaf(leaf.identity().uid()).equals(Optional.of(leaf)))
                .map(leaf -> leaf.identity().uid())
                .collect(Collectors.toSet());
    }

    /** Since which revision each leaf is in the catalog as it is now. */
    private Map<String, Holding> holdings(Revision revision, CompiledServer compiled) {
        var now = HashMap.<String, Holding>newHashMap(compiled.served().size());
        for (var served : compiled.served()) {
            var uid = served.leaf().identity().uid();
            var before = holdings.get(uid);
            // Across epochs revisions cannot be compared; this one holds it as well.
            var same = before != null
                    && before.leaf() == served.encoded()
                    && before.since().epoch().equals(revision.epoch());
            now.put(uid, same ? before : new Holding(served.encoded(), revision));
        }
        return now;
    }

    private record Holding(EncodedLeaf leaf, Revision since) {}
}
