package dev.hyperterse.operator.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.hyperterse.operator.read.ClusterClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private final KubernetesClient nowhere = ClusterClient.connect(new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:1")
            .build());
    private final Election election =
            new Election(nowhere, new LeaseName("system", "operator"), "operator-0", Terms.STANDARD);

    @AfterEach
    void close() {
        nowhere.close();
    }

    /** SIGTERM while the cluster is still being read. */
    @Test
    void closedBeforeItStartedItNeverStands() {
        var called = new AtomicBoolean();
        assertThatCode(election::close).doesNotThrowAnyException();
        election.start(() -> called.set(true), () -> called.set(true));
        assertThat(called).isFalse();
        assertThat(election.confirmed()).isFalse();
    }

    /** SIGTERM on standby, or while the API server is away. */
    @Test
    void closedOnStandbyItSaysNothingOfALostLease() throws InterruptedException {
        var called = new AtomicBoolean();
        election.start(() -> called.set(true), () -> called.set(true));
        election.close();
        assertThat(election.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(called).isFalse();
    }
}
