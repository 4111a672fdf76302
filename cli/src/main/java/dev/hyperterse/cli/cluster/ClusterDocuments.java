package dev.hyperterse.cli.cluster;

import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The ConfigMaps of a cluster, each read when it is first asked for. Secrets are never read. */
final class ClusterDocuments implements Documents {
    private final KubernetesClient client;
    private final Map<String, Optional<Entries>> read = new HashMap<>();

    ClusterDocuments(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return read.computeIfAbsent(namespace + "/" + name, _ -> get(namespace, name));
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return Optional.empty();
    }

    private Optional<Entries> get(String namespace, String name) {
        return Cluster.answered(() -> Optional.ofNullable(client.configMaps()
                        .inNamespace(namespace)
                        .withName(name)
                        .get())
                .map(ClusterDocuments::entries));
    }

    private static Entries entries(ConfigMap configMap) {
        return Entries.ofConfigMap(
                orEmpty(configMap.getMetadata().getLabels()),
                orEmpty(configMap.getData()),
                Entries.bytes(configMap.getBinaryData()));
    }

    private static Map<String, String> orEmpty(Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
