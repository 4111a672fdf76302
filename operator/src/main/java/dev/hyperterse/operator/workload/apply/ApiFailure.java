package dev.hyperterse.operator.workload.apply;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.stream.Stream;

/** Describes why a reconciliation failed, without the words of the API server: these may quote content. */
public final class ApiFailure {
    private ApiFailure() {}

    /** The code of the answer, 0 where the API server did not answer; empty where no request to it failed. */
    public static Optional<Integer> code(Throwable failure) {
        return response(failure).map(KubernetesClientException::getCode);
    }

    /** The API server then creates nothing in the namespace, and answers 403 as for a missing right. */
    public static boolean namespaceTerminates(Throwable failure) {
        return response(failure)
                .flatMap(it -> Optional.ofNullable(it.getStatus()))
                .flatMap(it -> Optional.ofNullable(it.getDetails()))
                .filter(details -> details.getCauses().stream()
                        .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason())))
                .isPresent();
    }

    private static Optional<KubernetesClientException> response(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .filter(KubernetesClientException.class::isInstance)
                .map(KubernetesClientException.class::cast)
                .findFirst();
    }

    public static String describe(Throwable failure) {
        return code(failure)
                .map(code -> code == 0 ? "the API server does not answer" : "the API server answers " + code)
                .orElseGet(() -> "internal error " + failure.getClass().getSimpleName());
    }
}
