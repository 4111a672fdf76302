package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.read.ClusterClient;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.resolve.Scope;
import dev.hyperterse.operator.workload.Workloads;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderTest {
    private final KubernetesClient nowhere = ClusterClient.connect(new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:1")
            .build());
    private final ClusterView view = new ClusterView(nowhere, Scope.everywhere());

    @AfterEach
    void close() {
        view.close();
        nowhere.close();
    }

    /** The lease is given back after it: from then on another process writes the same objects. */
    @Test
    void workloadsAreKeptNoMoreWhenItHasFinished() {
        var workloads = new RecordedWorkloads();
        var leader = new Leader(
                nowhere,
                nowhere,
                "operator-0",
                view,
                () -> true,
                _ -> new WorkloadTask(() -> workloads),
                new OperatorMetrics(),
                InstantSource.system());
        leader.start();
        workloads.started.join();
        leader.finish();
        assertThat(workloads.closed).isTrue();
    }

    private static final class RecordedWorkloads implements Workloads {
        private final CompletableFuture<Void> started = new CompletableFuture<>();
        private volatile boolean closed;

        @Override
        public void start() {
            started.complete(null);
        }

        @Override
        public void writeNoMore() {
            closed = true;
        }

        @Override
        public boolean broken() {
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
