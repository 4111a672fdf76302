package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.read.installation.ClusterClient;
import dev.hyperterse.operator.trace.ReconcileTrace;
import dev.hyperterse.operator.workload.state.WorkloadState;
import dev.hyperterse.operator.workload.state.Workloads;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderTest {
    private final KubernetesClient nowhere = ClusterClient.connect(new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:1")
            .build());
    private final ClusterView view = new ClusterView(nowhere, Scope.everywhere());
    private final OperatorMetrics metrics = new OperatorMetrics();
    private final RecordedWorkloads workloads = new RecordedWorkloads();
    private final Leader leader = new Leader(
            nowhere,
            nowhere,
            "operator-0",
            view,
            () -> true,
            workloads,
            metrics,
            _ -> ReconcileTrace.NONE,
            InstantSource.system(),
            Leader.INSPECTION_PACE);

    @AfterEach
    void close() {
        view.close();
        nowhere.close();
    }

    /** The lease is given back after it: from then on another process writes the same objects. */
    @Test
    void workloadsAreKeptNoMoreWhenItHasFinished() {
        leader.start();
        assertThat(workloads.started).isTrue();
        leader.finish();
        assertThat(workloads.closed).isTrue();
    }

    @Test
    void theQueueOfWorkloadsHasADepth() {
        leader.start();
        assertThat(metrics.registry().exposition()).contains("hyperterse_operator_queue_depth{queue=\"workloads\"} 3");
        leader.finish();
    }

    /** As when it is asked to end in the moment in which it comes to lead. */
    @Test
    void nothingBeginsAfterIt() {
        leader.finish();
        leader.start();
        assertThat(workloads.started).isFalse();
    }

    private static final class RecordedWorkloads implements Workloads {
        private boolean started;
        private boolean closed;

        @Override
        public void start(BiConsumer<ServerKey, WorkloadState> changed) {
            started = true;
        }

        @Override
        public String name() {
            return "workloads";
        }

        @Override
        public int size() {
            return 3;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
