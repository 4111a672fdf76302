package dev.hyperterse.operator.workload.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastAppliedTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final String WANTED = "{replicas: 2}";
    /** With a default that the API server added. */
    private static final String STORED = "{replicas: 2, paused: false}";

    private final LastApplied lastApplied = new LastApplied(SERIALIZATION);

    @BeforeEach
    void apply() {
        lastApplied.remember(deployment(WANTED, "{}"), deployment(STORED, "{replicas: 1}"));
    }

    @Test
    void bookkeepingOfTheClusterIsNoEdit() {
        var noted = deployment(STORED, "{replicas: 2}");
        noted.getMetadata().setResourceVersion("9");
        noted.getMetadata().setGeneration(4L);
        noted.getMetadata().setCreationTimestamp("2026-11-23T00:00:00Z");
        assertThat(lastApplied.covers(deployment(WANTED, "{}"), noted)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{replicas: 3, paused: false}", "{replicas: 2, paused: true}", "{replicas: 2}"})
    void anEditIsSeenWhetherTheFieldIsWantedOrNot(String edited) {
        assertThat(covers(WANTED, edited)).isFalse();
    }

    @Test
    void aChangeOfThePlanIsDetected() {
        assertThat(covers("{replicas: 3}", STORED)).isFalse();
    }

    @Test
    void nothingIsRememberedOfAServerThatIsGone() {
        lastApplied.forget(new WorkloadNames("gateways", "desk"));
        assertThat(covers(WANTED, STORED)).isTrue();
        lastApplied.forget(new WorkloadNames("gateways", "shop"));
        assertThat(covers(WANTED, STORED)).isFalse();
    }

    private boolean covers(String wanted, String stored) {
        return lastApplied.covers(deployment(wanted, "{}"), deployment(stored, "{}"));
    }

    private static Deployment deployment(String spec, String status) {
        return SERIALIZATION.unmarshal("""
                metadata: {namespace: gateways, name: shop-runtime}
                spec: %s
                status: %s
                """.formatted(spec, status), Deployment.class);
    }
}
