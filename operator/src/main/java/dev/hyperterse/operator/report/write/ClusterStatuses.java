package dev.hyperterse.operator.report.write;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.JsonPointerBasedFilter;
import com.fasterxml.jackson.core.filter.TokenFilter;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.model.StatusWriters;
import dev.hyperterse.operator.queue.OutdatedException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Puts statuses into the cluster. A status is replaced as a whole, because the operator alone writes it; server-side apply,
 * which would keep writers apart, costs the API server several times as much. The client's own way to patch copies
 * the object and reads the answer into another one, which costs more than the request does (decision 0162).
 */
public final class ClusterStatuses implements StatusStore {
    private static final String JSON_PATCH = "application/json-patch+json";

    /** The written status is known but for its version. The API server has no shorter answer than this. */
    private static final String METADATA_ONLY = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

    private static final JsonFactory JSON = new JsonFactory();
    private static final TokenFilter VERSION = new JsonPointerBasedFilter("/metadata/resourceVersion");
    private static final int UNPROCESSABLE = 422;

    private final KubernetesClient client;
    private final Duration wholeAnswer;

    public ClusterStatuses(KubernetesClient client) {
        this(
                client,
                Duration.ofMillis(client.getConfiguration().getRequestTimeout()).multipliedBy(2));
    }

    /** {@code wholeAnswer}: how long one may take. The time limit of a request ends with the head of its answer. */
    public ClusterStatuses(KubernetesClient client, Duration wholeAnswer) {
        this.client = client;
        this.wholeAnswer = wholeAnswer;
    }

    @Override
    public ObjectVersion write(LeafKey leaf, ObjectVersion over, LeafStatus status) {
        var kind =
                switch (leaf.kind()) {
                    case Tool -> Tool.class;
                    case Prompt -> Prompt.class;
                    case Resource -> McpResource.class;
                };
        return replace(kind, leaf.namespace(), leaf.name(), over, status);
    }

    @Override
    public ObjectVersion write(ServerKey server, ObjectVersion over, HyperterseServerStatus status) {
        return replace(HyperterseServer.class, server.namespace(), server.name(), over, status);
    }

    private ObjectVersion replace(
            Class<? extends HasMetadata> kind, String namespace, String name, ObjectVersion over, Object status) {
        // Refused for an object of the same name that was created since, and after any other write: the status of
        // a newer leader is not replaced by one that was computed before it (decision 0162).
        var patch = List.of(
                Map.of("op", "test", "path", "/metadata/uid", "value", over.uid()),
                Map.of("op", "test", "path", "/metadata/resourceVersion", "value", over.resourceVersion()),
                Map.of("op", "add", "path", "/status", "value", status));
        var request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri("%sapis/%s/namespaces/%s/%s/%s/status?fieldManager=%s"
                        .formatted(
                                client.getMasterUrl(),
                                HasMetadata.getApiVersion(kind),
                                namespace,
                                HasMetadata.getPlural(kind),
                                name,
                                StatusWriters.OPERATOR))
                .setHeader("Accept", METADATA_ONLY)
                .patch(JSON_PATCH, client.getKubernetesSerialization().asJson(patch))
                .timeout(client.getConfiguration().getRequestTimeout(), TimeUnit.MILLISECONDS)
                .build();
        var answer = answer(request);
        if (!answer.isSuccessful()) {
            throw refusal(request, answer, over);
        }
        return new ObjectVersion(over.uid(), writtenVersion(answer.body()));
    }

    /** Reads the version alone, and makes no object of the rest. */
    private static String writtenVersion(byte[] answer) {
        try (var version = new FilteringParserDelegate(
                JSON.createParser(answer), VERSION, TokenFilter.Inclusion.ONLY_INCLUDE_ALL, false)) {
            if (version.nextToken() == JsonToken.VALUE_STRING) {
                return version.getText();
            }
        } catch (IOException malformed) {
            throw new KubernetesClientException("a status was written, and the answer is malformed", malformed);
        }
        throw new KubernetesClientException("a status was written, and the answer names no resourceVersion");
    }

    private RuntimeException refusal(HttpRequest request, HttpResponse<byte[]> answer, ObjectVersion over) {
        var body = new String(answer.body(), StandardCharsets.UTF_8);
        var outdated =
                switch (answer.code()) {
                    case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND -> true;
                    case UNPROCESSABLE -> !namesCauses(body);
                    default -> false;
                };
        return outdated
                ? new OutdatedException("%s is not in version %s any more"
                        .formatted(request.uri().getPath(), over.resourceVersion()))
                : new KubernetesClientException(
                        "%s is answered with %d %s".formatted(request.uri(), answer.code(), body), answer.code(), null);
    }

    /** As of a status that its schema does not allow; of a test that failed the API server says nothing. */
    private boolean namesCauses(String body) {
        try {
            var status = client.getKubernetesSerialization().unmarshal(body, Status.class);
            return status.getDetails() != null
                    && !status.getDetails().getCauses().isEmpty();
        } catch (KubernetesClientException | IllegalArgumentException unreadable) {
            return true;
        }
    }

    private HttpResponse<byte[]> answer(HttpRequest request) {
        var answer = client.getHttpClient().sendAsync(request, byte[].class);
        try {
            return answer.get(wholeAnswer.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            throw KubernetesClientException.launderThrowable(failed.getCause());
        } catch (TimeoutException brokenOff) {
            answer.cancel(true);
            throw new KubernetesClientException(
                    "%s is not answered to the end within %d s".formatted(request.uri(), wholeAnswer.toSeconds()),
                    brokenOff);
        } catch (InterruptedException stopping) {
            answer.cancel(true);
            throw KubernetesClientException.launderThrowable(stopping);
        }
    }
}
