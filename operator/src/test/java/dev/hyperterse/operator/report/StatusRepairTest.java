package dev.hyperterse.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.queue.ThreadTimer;
import dev.hyperterse.operator.read.ClusterEvent;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.report.condition.Conditions;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way of a status as in production, with the watch of an API server and without a trigger of the test. */
class StatusRepairTest {
    private static final LeafKey LONELY = new LeafKey(LeafKind.Tool, "shop", "lonely");
    private static final Optional<LeafStatus> FORGED =
            Optional.of(new LeafStatus(Optional.of(1L), Optional.of("1/1"), List.of(), List.of()));

    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient client = apiServer.connect();
    private final ClusterView view = new ClusterView(client, Scope.everywhere());
    private final ThreadTimer timer = new ThreadTimer("reporting");
    private final Reporter reporter =
            new Reporter(view, client, "operator-0", () -> true, new OperatorMetrics(), InstantSource.system(), timer);

    @BeforeEach
    void follow() throws InterruptedException {
        view.listen(event -> {
            switch (event) {
                case ClusterEvent.LeafChanged(var leaf, var _) -> reporter.leafAffected(leaf);
                case ClusterEvent.LeafStatusWritten(var leaf) -> reporter.statusWritten(leaf);
                case ClusterEvent.ServerAffected _, ClusterEvent.ServerStatusWritten _ -> {}
                case ClusterEvent.PodsChanged _ -> {}
            }
        });
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(1))).isTrue();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata:
                  namespace: shop
                  name: lonely
                  # This API server keeps no note of writers: that the test's is no operator.
                  managedFields: [{manager: kubectl-edit, subresource: status}]
                spec: {serverRefs: [], description: A number, statement: {adapter: demo, text: {inline: SELECT 1}}}
                """, Tool.class))
                .create();
        awaitReason("NoServers");
    }

    @AfterEach
    void close() {
        timer.close();
        view.close();
        client.close();
        apiServer.close();
    }

    @Test
    void aStatusThatAnotherWriterChangedIsPutRight() {
        forge();
        awaitReason("NoServers");
    }

    /** A list after a lost watch shows it. */
    @Test
    void aStatusThatWasChangedWhileTheWatchWasBrokenIsPutRight() {
        apiServer.silence("tools");
        forge();
        apiServer.compact("tools");
        awaitReason("NoServers");
    }

    @Test
    void aStatusThatAnotherWriterRemovedIsPutBack() {
        edit(_ -> null);
        awaitReason("NoServers");
    }

    /** Beside ours, and while ours is put right. */
    @Test
    void aConditionOfAnotherWriterStays() {
        var audited = new Condition(
                "example.com/Audited", Condition.Status.True, Optional.empty(), "2026-01-01T12:00:00Z", "Audited", "");
        edit(_ -> new LeafStatus(Optional.of(1L), Optional.of("1/1"), List.of(audited), List.of()));
        awaitReason("NoServers");
        assertThat(tool().get().getStatus().conditions()).last().isEqualTo(audited);
        edit(status ->
                new LeafStatus(status.observedGeneration(), Optional.of("1/1"), status.conditions(), status.servers()));
        tool().waitUntilCondition(it -> it.getStatus().serving().equals(Optional.of("0/0")), 60, TimeUnit.SECONDS);
        assertThat(tool().get().getStatus().conditions()).last().isEqualTo(audited);
    }

    private void forge() {
        edit(_ -> FORGED.orElseThrow());
    }

    private void edit(UnaryOperator<LeafStatus> change) {
        tool().editStatus(it -> {
            it.setStatus(change.apply(it.getStatus()));
            return it;
        });
    }

    private Resource<Tool> tool() {
        return client.resources(Tool.class).inNamespace("shop").withName("lonely");
    }

    private void awaitReason(String reason) {
        tool().waitUntilCondition(
                        it -> it != null
                                && Optional.ofNullable(it.getStatus()).stream()
                                        .flatMap(status -> Conditions.find(status.conditions(), "Ready").stream())
                                        .anyMatch(ready -> ready.reason().equals(reason)),
                        60,
                        TimeUnit.SECONDS);
        assertThat(view.leaf(LONELY)).isPresent();
    }
}
