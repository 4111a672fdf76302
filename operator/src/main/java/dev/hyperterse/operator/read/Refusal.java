package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.stream.Stream;

/** Tells an API server that does not let this process do something from one that cannot at the moment. */
final class Refusal {
    private Refusal() {}

    static boolean in(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(cause -> cause instanceof KubernetesClientException refused
                        && refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN);
    }
}
