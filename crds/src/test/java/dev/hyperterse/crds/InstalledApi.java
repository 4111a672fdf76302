package dev.hyperterse.crds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** The committed CRDs on a real API server. Installing them again changes nothing. */
final class InstalledApi {
    private InstalledApi() {}

    static void on(ControlPlane controlPlane) {
        var kubectl = controlPlane.kubectl();
        var applied = kubectl.run("apply", "--server-side", "-f", "manifests");
        assertThat(applied.succeeded()).as(applied.errors()).isTrue();
        var established = kubectl.run("wait", "--for=condition=Established", "--timeout=60s", "-f", "manifests");
        assertThat(established.succeeded()).as(established.errors()).isTrue();
    }

    static KubernetesClient client(ControlPlane controlPlane) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(controlPlane.kubeconfig().toFile()))
                .withKubernetesSerialization(ApiSerialization.create())
                .build();
    }
}
