package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.client.ExactJson;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import tools.jackson.databind.JsonNode;

/**
 * The ConfigMaps and Secrets of namespaces, by their metadata alone. Thousands of definitions can refer to them, so each
 * namespace is listed once.
 */
final class ReferredObjects {
    private static final String METADATA_ALONE = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private final KubernetesClient client;
    private final Map<String, Optional<Map<String, JsonNode>>> listed = new HashMap<>();

    ReferredObjects(KubernetesClient client) {
        this.client = client;
    }

    /** The labels of each object, by name; empty where the user may not list them. */
    Optional<Map<String, JsonNode>> configMaps(String namespace) {
        return labels(namespace, "configmaps");
    }

    /** As {@link #configMaps}. */
    Optional<Map<String, JsonNode>> secrets(String namespace) {
        return labels(namespace, "secrets");
    }

    private Optional<Map<String, JsonNode>> labels(String namespace, String plural) {
        var path = "api/v1/namespaces/%s/%s".formatted(namespace, plural);
        return listed.computeIfAbsent(path, _ -> {
            var answer = ask(path);
            return switch (answer.code()) {
                case HttpURLConnection.HTTP_OK -> Optional.of(labels(answer.body()));
                case HttpURLConnection.HTTP_FORBIDDEN -> Optional.empty();
                default ->
                    throw new KubernetesClientException("%s of namespace %s: the API server answers %d"
                            .formatted(plural, namespace, answer.code()));
            };
        });
    }

    private static Map<String, JsonNode> labels(byte[] list) {
        var labels = new HashMap<String, JsonNode>();
        for (var object : ExactJson.mapper().readTree(list).path("items")) {
            labels.put(object.at("/metadata/name").asString(""), object.at("/metadata/labels"));
        }
        return labels;
    }

    private HttpResponse<byte[]> ask(String path) {
        var base = client.getMasterUrl().toString().replaceFirst("/+$", "");
        var request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create(base + "/" + path))
                .header("Accept", METADATA_ALONE)
                .build();
        try {
            return client.getHttpClient().sendAsync(request, byte[].class).join();
        } catch (CompletionException failed) {
            throw KubernetesClientException.launderThrowable(failed.getCause());
        }
    }
}
