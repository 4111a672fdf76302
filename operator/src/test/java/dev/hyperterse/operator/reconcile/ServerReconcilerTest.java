package dev.hyperterse.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.script.ServerScriptCache;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.publish.ApiServerInMemory;
import dev.hyperterse.operator.publish.ObjectStore;
import dev.hyperterse.operator.publish.PublicationException;
import dev.hyperterse.operator.publish.Publisher;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.trace.ReconcileTrace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reconciliations of a server without leaves, whose own parts have last good versions too. */
class ServerReconcilerTest {
    private static final String SOUND = ":memory:";
    private static final String FAULTY = "{{ env.NOT_THERE }}";

    private final KubernetesClient nowhere = ClusterClient.connect(new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:1")
            .build());
    private final ClusterView view = new ClusterView(nowhere, Scope.everywhere());
    private final ApiServerInMemory api = new ApiServerInMemory();
    private int answers = Integer.MAX_VALUE;

    @AfterEach
    void stop() {
        view.close();
        nowhere.close();
    }

    @Test
    void aLeaderKeepsWhatTheOneBeforePublished() {
        reconciler(api.store()).reconcile(server(SOUND), ReconcileTrace.NONE);
        assertThat(served(reconciler(api.store()), FAULTY)).containsExactly("demo");
    }

    @Test
    void aFailedReadDuringATakeoverKeepsLastGoodVersions() {
        reconciler(api.store()).reconcile(server(SOUND), ReconcileTrace.NONE);
        for (var operations = 0; operations < 4; operations++) {
            var next = reconciler(api.as(this::answer));
            answers = operations;
            assertThatThrownBy(() -> next.reconcile(server(FAULTY), ReconcileTrace.NONE))
                    .isInstanceOf(PublicationException.class);
            answers = Integer.MAX_VALUE;
            assertThat(served(next, FAULTY))
                    .as("away after %d operations", operations)
                    .containsExactly("demo");
        }
    }

    private void answer() {
        if (answers == 0) {
            throw new PublicationException("the API server is away");
        }
        answers--;
    }

    private static Stream<String> served(ServerReconciler reconciler, String url) {
        var evaluation = reconciler.reconcile(server(url), ReconcileTrace.NONE).orElseThrow();
        return evaluation.compiled().settings().orElseThrow().adapters().stream()
                .map(Adapter::name);
    }

    private ServerReconciler reconciler(ObjectStore store) {
        var server = server(SOUND);
        var identity = CatalogCompiler.identity(server);
        var publisher = new Publisher(
                store,
                () -> true,
                () -> UUID.randomUUID().toString(),
                identity,
                UUID.randomUUID().toString());
        return new ServerReconciler(
                server,
                view,
                new CatalogCompiler(),
                publisher,
                store,
                new ServerScriptCache(_ -> new CompletableFuture<>(), () -> {}),
                new OperatorMetrics());
    }

    private static HyperterseServer server(String url) {
        return ApiSerialization.create().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: shop, name: shop, uid: uid-1, generation: 1}
                spec:
                  adapters:
                    - name: demo
                      engine: Sqlite
                      url: "%s"
                """.formatted(url), HyperterseServer.class);
    }
}
