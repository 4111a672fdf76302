package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.stream.Stream;

/** What is said of a reconciliation of a workload that failed: nothing of the API server's words, which may quote content. */
final class FailedWorkload {
    private FailedWorkload() {}

    static Problem of(Throwable failure) {
        return Problem.of(
                Reason.WorkloadFailed,
                "spec.workload",
                "workload-is-applied",
                "the objects of the server could not be brought up to date: " + met(failure),
                "it is tried again; the operator's log has more");
    }

    private static String met(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .filter(KubernetesClientException.class::isInstance)
                .map(cause -> ((KubernetesClientException) cause).getCode())
                .findFirst()
                .map(code -> code == 0 ? "the API server does not answer" : "the API server answers " + code)
                .orElseGet(() -> "internal error " + failure.getClass().getSimpleName());
    }
}
