package dev.hyperterse.playground.node.volume;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * ConfigMaps and Secrets of one namespace, as bytes by key. They are read each time. The last version is used only
 * while the API server is unreachable, so that a container can be restarted.
 */
public final class ReferredObjects {
    private final KubernetesClient client;
    private final String namespace;
    private final Map<String, Optional<Map<String, byte[]>>> last = new ConcurrentHashMap<>();

    public ReferredObjects(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    Optional<Map<String, byte[]>> configMap(String name) {
        return answered("configmap/" + name, () -> Optional.ofNullable(client.configMaps()
                        .inNamespace(namespace)
                        .withName(name)
                        .get())
                .map(ReferredObjects::content));
    }

    Optional<Map<String, byte[]>> secret(String name) {
        return answered("secret/" + name, () -> Optional.ofNullable(
                        client.secrets().inNamespace(namespace).withName(name).get())
                .map(ReferredObjects::content));
    }

    private Optional<Map<String, byte[]>> answered(String object, Supplier<Optional<Map<String, byte[]>>> question) {
        try {
            var answer = question.get();
            last.put(object, answer);
            return answer;
        } catch (KubernetesClientException away) {
            var before = last.get(object);
            if (before == null) {
                throw away;
            }
            return before;
        }
    }

    private static Map<String, byte[]> content(ConfigMap found) {
        var content = new TreeMap<String, byte[]>();
        orEmpty(found.getData()).forEach((key, text) -> content.put(key, text.getBytes(StandardCharsets.UTF_8)));
        orEmpty(found.getBinaryData()).forEach((key, bytes) -> content.put(key, decoded(bytes)));
        return content;
    }

    private static Map<String, byte[]> content(Secret found) {
        var content = new TreeMap<String, byte[]>();
        orEmpty(found.getData()).forEach((key, bytes) -> content.put(key, decoded(bytes)));
        return content;
    }

    private static Map<String, String> orEmpty(Map<String, String> entries) {
        return entries == null ? Map.of() : entries;
    }

    private static byte[] decoded(String base64) {
        return Base64.getDecoder().decode(base64);
    }
}
