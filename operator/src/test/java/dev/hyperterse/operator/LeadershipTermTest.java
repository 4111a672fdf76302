package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.metrics.OperatorMetrics;
import dev.hyperterse.operator.read.ClusterClient;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.resolve.Scope;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeadershipTermTest {
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
    void dutiesAreOverWhenTheTermHasFinished() {
        var over = new AtomicBoolean();
        var duty = new Duty() {
            @Override
            public void start() {
                // Nothing to do until it is closed.
            }

            @Override
            public void close() {
                over.set(true);
            }
        };
        try (var term = new LeadershipTerm(
                nowhere,
                nowhere,
                "operator-0",
                view,
                () -> true,
                List.of(_ -> duty),
                new OperatorMetrics(),
                InstantSource.system())) {
            term.finish(Duration.ofSeconds(1));
            assertThat(over).isTrue();
        }
    }
}
