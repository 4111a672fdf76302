package dev.hyperterse.operator.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.hyperterse.operator.publish.Leadership;
import dev.hyperterse.operator.read.ClusterClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private final KubernetesClient nowhere = ClusterClient.connect(new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:1")
            .build());
    private final Election election =
            new Election(nowhere, new LeaseName("system", "operator"), "operator-0", Terms.STANDARD, new Idle());

    @AfterEach
    void close() {
        nowhere.close();
    }

    /** SIGTERM while the cluster is still being read. */
    @Test
    void closedBeforeItStartedItNeverStands() {
        assertThatCode(election::close).doesNotThrowAnyException();
        election.start();
        assertThat(election.alive()).isFalse();
    }

    private static final class Idle implements Led {
        @Override
        public void begin(Leadership leadership) {
            // Never called: there is no answer.
        }

        @Override
        public void end() {
            // Never begun.
        }
    }
}
