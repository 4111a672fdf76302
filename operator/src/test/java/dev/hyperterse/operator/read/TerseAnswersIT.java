package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a real API server answers to a client that does not want to see what its patches made. */
@RealApiServer
class TerseAnswersIT {
    private static final PatchContext MERGE =
            new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build();

    private final String name = "terse-" + UUID.randomUUID();
    private KubernetesClient client;

    @BeforeEach
    void connect(ControlPlane controlPlane) {
        client = ClusterClient.connectTersely(
                Config.fromKubeconfig(controlPlane.kubeconfig().toFile()));
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void aPatchIsAnsweredWithTheMetadataAndDoneAll() {
        var map = client.configMaps().inNamespace("default").withName(name);
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .endMetadata()
                        .addToData("kept", "1")
                        .build())
                .create();
        var answer = map.patch(MERGE, "{\"data\":{\"added\":\"2\"}}");
        var found = map.get();
        assertThat(answer.getData()).isEmpty();
        assertThat(answer.getMetadata().getResourceVersion())
                .isEqualTo(found.getMetadata().getResourceVersion());
        assertThat(found.getData()).isEqualTo(Map.of("kept", "1", "added", "2"));
        map.delete();
    }

    @Test
    void aRefusalIsToldInFull() {
        assertThat(catchThrowable(() -> client.configMaps()
                        .inNamespace("default")
                        .withName(name)
                        .patch(MERGE, "{\"data\":{\"added\":\"2\"}}")))
                .asInstanceOf(InstanceOfAssertFactories.type(KubernetesClientException.class))
                .satisfies(refused -> {
                    assertThat(refused.getCode()).isEqualTo(404);
                    assertThat(refused.getStatus().getReason()).isEqualTo("NotFound");
                });
    }
}
