package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.workload.apply.Children;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkloadReconcilerTest {
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");

    private final KubernetesClient nowhere = ClusterClient.connect(new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:1")
            .build());
    private final HeardStates states = new HeardStates();
    private final WorkloadReconciler reconciler = new WorkloadReconciler(
            nowhere,
            new WorkloadSettings(
                    new RuntimeImage("registry.example/runtime:1", "1", false), List.of(), List.of(), "system"),
            new ClusterView(nowhere, Scope.everywhere()),
            new Children(nowhere, Scope.everywhere(), _ -> {}),
            states,
            InstantSource.system());

    @AfterEach
    void close() {
        nowhere.close();
    }

    @Test
    void aReconciliationThatFailsIsAProblemOfTheServer() {
        reconciler.failed(server(), new KubernetesClientException("quotes what was sent: s3cr3t", 503, null));
        assertThat(states.await(SHOP, _ -> true).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.WorkloadFailed);
            assertThat(problem.message()).contains("503").doesNotContain("s3cr3t");
        });
    }

    @Test
    void anInternalErrorIsAProblemOfTheServer() {
        reconciler.failed(server(), new IllegalStateException("a defect"));
        assertThat(states.await(SHOP, _ -> true).problems().getFirst().message())
                .contains("internal error IllegalStateException");
    }

    private static HyperterseServer server() {
        var server = new HyperterseServer();
        server.setMetadata(new ObjectMetaBuilder()
                .withNamespace(SHOP.namespace())
                .withName(SHOP.name())
                .withUid("uid-1")
                .withGeneration(1L)
                .build());
        return server;
    }
}
