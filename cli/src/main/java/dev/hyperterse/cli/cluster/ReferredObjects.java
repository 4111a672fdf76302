package dev.hyperterse.cli.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.CompletionException;

/** Asks whether Secrets exist by their metadata alone, without values. */
final class SecretNames {
    private static final String METADATA_ALONE = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

    private SecretNames() {}

    static boolean exists(KubernetesClient client, String namespace, String name) {
        var base = client.getMasterUrl().toString().replaceFirst("/+$", "");
        var request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create("%s/api/v1/namespaces/%s/secrets/%s".formatted(base, namespace, name)))
                .header("Accept", METADATA_ALONE)
                .build();
        try {
            var code = client.getHttpClient()
                    .sendAsync(request, byte[].class)
                    .join()
                    .code();
            return switch (code) {
                // A person who checks manifests often may not look at Secrets, and need not.
                case HttpURLConnection.HTTP_OK, HttpURLConnection.HTTP_FORBIDDEN -> true;
                case HttpURLConnection.HTTP_NOT_FOUND -> false;
                default ->
                    throw new KubernetesClientException(
                            "Secret %s/%s: the API server answers %d".formatted(namespace, name, code));
            };
        } catch (CompletionException failed) {
            throw KubernetesClientException.launderThrowable(failed.getCause());
        }
    }
}
