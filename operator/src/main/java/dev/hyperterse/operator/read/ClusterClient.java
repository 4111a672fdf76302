package dev.hyperterse.operator.read;

import dev.hyperterse.crds.ApiSerialization;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** Connects to a cluster the way every part of the operator does. */
public final class ClusterClient {
    private ClusterClient() {}

    /**
     * A client with connections of its own.
     *
     * @param config where the cluster is, and as whom
     */
    public static KubernetesClient connect(Config config) {
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(ApiSerialization.create())
                .build();
    }
}
