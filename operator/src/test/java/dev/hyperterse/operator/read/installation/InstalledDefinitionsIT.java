package dev.hyperterse.operator.read.installation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.operator.TestNamespace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CRDs that are older than the operator, on a real API server and with no more rights than the operator has. */
@RealApiServer
class InstalledDefinitionsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String DESCRIPTION = "/spec/versions/0/schema/openAPIV3Schema/description";

    private final AtomicInteger changes = new AtomicInteger();
    private TestNamespace namespace;
    private KubernetesClient client;
    private InstalledDefinitions definitions;

    @BeforeEach
    void connect(ControlPlane controlPlane) {
        namespace = TestNamespace.openToTheOperator(controlPlane, "definitions");
        client = ClusterClient.connect(new ConfigBuilder(Config.empty())
                .withMasterUrl(controlPlane.url())
                .withCaCertFile(controlPlane.certificateAuthority().toString())
                .withOauthToken(namespace.operatorToken())
                .build());
        definitions = InstalledDefinitions.of(client, changes::incrementAndGet);
    }

    @AfterEach
    void restore() {
        restoreDefinitions();
        definitions.close();
        client.close();
    }

    @Test
    void kindsWhoseCrdIsOfAnotherVersionAreNamedUntilItIsApplied() {
        definitions.look();
        assertThat(definitions.outdated()).isEmpty();
        assertThat(definitions.differences().values()).containsOnly(0);
        assertThat(changes).hasValue(0);

        namespace.anywhere(
                "patch",
                "crd/tools.hyperterse.dev",
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"%s\",\"value\":\"A tool. Schema 0123456789ab.\"}]"
                        .formatted(DESCRIPTION));
        awaitOutdated(Optional.of("Tool"));
        assertThat(definitions.differences()).containsEntry("Tool", 1).containsEntry("Prompt", 0);
        assertThat(changes).hasValue(1);

        restoreDefinitions();
        awaitOutdated(Optional.empty());
        assertThat(changes).hasValue(2);
    }

    private void restoreDefinitions() {
        namespace.anywhere("apply", "--server-side", "--force-conflicts", "-f", "../crds/manifests");
    }

    /** The API server publishes another schema a moment after it accepts it. */
    private void awaitOutdated(Optional<String> expected) {
        var deadline = Instant.now().plus(PATIENCE);
        definitions.look();
        while (!definitions.outdated().equals(expected) && Instant.now().isBefore(deadline)) {
            LockSupport.parkNanos(10_000_000);
            definitions.look();
        }
        assertThat(definitions.outdated()).isEqualTo(expected);
    }
}
