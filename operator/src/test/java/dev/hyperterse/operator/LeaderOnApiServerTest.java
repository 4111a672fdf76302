package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.trace.ReconcileTrace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publications and statuses of a leader, all the way as in production. */
class LeaderOnApiServerTest {
    private static final String PUBLICATIONS = "hyperterse_operator_publication_duration_seconds_count ";

    private final OperatorMetrics metrics = new OperatorMetrics();
    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient client = apiServer.connect();
    private final ClusterView view = new ClusterView(client, Scope.everywhere());
    private int published;
    private volatile Function<ServerKey, ReconcileTrace> traces = _ -> ReconcileTrace.NONE;
    private final Leader leader = new Leader(
            client,
            client,
            "operator-0",
            view,
            () -> true,
            new NoWorkloads(),
            metrics,
            server -> traces.apply(server),
            InstantSource.system(),
            Duration.ofMillis(50));

    @BeforeEach
    void lead() throws InterruptedException {
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(1))).isTrue();
        leader.start();
    }

    @AfterEach
    void stop() {
        leader.finish();
        view.close();
        client.close();
        apiServer.close();
    }

    /** An edit may be what takes a tool or a key away, and a finalizer of others may last. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void aServerThatAFinalizerKeepsFollowsItsDefinitions() {
        create("shop", "[example.com/audit]");
        delete("shop");
        edit("shop");
        awaitPublication("shop");
        restoresTheIndexOf("shop");
    }

    /** What it serves stays until it is gone, but for what the garbage collector deletes before it. */
    @ParameterizedTest
    @ValueSource(strings = {"foregroundDeletion", "orphan"})
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void aServerWhoseObjectsAreBeingCollectedIsNeitherPublishedNorRestored(String finalizer) {
        create("shop", "[%s]".formatted(finalizer));
        create("desk", "[]");
        delete("shop");
        var published = index("shop").get().getData();
        edit("shop");
        restoresTheIndexOf("desk");
        assertThat(index("shop").get().getData()).isEqualTo(published);

        index("shop").delete();
        restoresTheIndexOf("desk");
        assertThat(index("shop").get()).isNull();
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void whatAnotherWriterChangedIsRestoredAfterTheNextInspection() {
        create("shop", "[]");
        restoresTheIndexOf("shop");
        index("shop").edit(it -> {
            it.setData(Map.of("index.json", "{}"));
            return it;
        });
        awaitPublication("shop");
        assertThat(index("shop").get().getData().get("index.json")).contains("sequence");
    }

    @Test
    void anErrorOfAReconciliationIsReported() {
        traces = _ -> {
            throw new StackOverflowError();
        };
        server("shop", "[]").create();
        await(
                server("shop"),
                it -> it != null
                        && it.getStatus() != null
                        && it.getStatus().conditions().stream()
                                .anyMatch(condition -> condition.type().equals("Ready")
                                        && condition.message().contains("StackOverflowError")));
    }

    private void edit(String name) {
        server(name).edit(it -> {
            it.setSpec(read("spec: {sessions: {maxAge: 1h}}").getSpec());
            return it;
        });
    }

    private void delete(String name) {
        server(name).delete();
        await(server(name), it -> it.getMetadata().getDeletionTimestamp() != null);
    }

    private void restoresTheIndexOf(String name) {
        index(name).delete();
        awaitPublication(name);
    }

    private void create(String name, String finalizers) {
        server(name, finalizers).create();
        awaitPublication(name);
    }

    /** Until the write has been answered: this API server may show a deletion that comes before that out of order. */
    private void awaitPublication(String server) {
        published++;
        while (!metrics.registry().exposition().contains(PUBLICATIONS + published + "\n")) {
            index(server).get();
        }
        assertThat(index(server).get()).isNotNull();
    }

    private static <T> void await(Resource<T> object, Predicate<T> condition) {
        object.waitUntilCondition(condition, 1, TimeUnit.MINUTES);
    }

    private Resource<HyperterseServer> server(String name, String finalizers) {
        return client.resource(read("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: gateways, name: %s, finalizers: %s}
                spec: {}
                """.formatted(name, finalizers)));
    }

    private HyperterseServer read(String yaml) {
        return client.getKubernetesSerialization().unmarshal(yaml, HyperterseServer.class);
    }

    private Resource<HyperterseServer> server(String name) {
        return client.resources(HyperterseServer.class).inNamespace("gateways").withName(name);
    }

    private Resource<ConfigMap> index(String server) {
        return client.configMaps().inNamespace("gateways").withName(server + "-catalog");
    }
}
