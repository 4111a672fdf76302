package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.workload.state.ChildKey;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;

/** Turns an error response of the API server into a problem of the server, or a retry. */
final class ApiRefusal {
    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY_REQUESTS = 429;

    private ApiRefusal() {}

    /** @throws KubernetesClientException where it says nothing of the object: everything is tried again */
    static ChildOutcome of(KubernetesClient client, HasMetadata wanted, KubernetesClientException failed) {
        return switch (failed.getCode()) {
            case HttpURLConnection.HTTP_CONFLICT -> new ChildOutcome.Conflict();
            case HttpURLConnection.HTTP_NOT_FOUND ->
                RouteProblems.missing(wanted)
                        .<ChildOutcome>map(ChildOutcome.Refused::new)
                        .orElseGet(ChildOutcome.Conflict::new);
            case HttpURLConnection.HTTP_BAD_REQUEST, UNPROCESSABLE -> invalid(wanted, failed);
            case HttpURLConnection.HTTP_INTERNAL_ERROR -> undecided(client, wanted, failed);
            case HttpURLConnection.HTTP_CLIENT_TIMEOUT, TOO_MANY_REQUESTS -> throw failed;
            default -> {
                // An admission webhook may refuse with any code that blames the request.
                if (failed.getCode() / 100 != 4) {
                    throw failed;
                }
                yield forbidden(wanted, failed);
            }
        };
    }

    /**
     * An apply of something malformed, a list that names a key twice for example, is answered like an error of the API
     * server. A plain creation says what is wrong, and does so before it looks whether there is such an object.
     */
    private static ChildOutcome undecided(
            KubernetesClient client, HasMetadata wanted, KubernetesClientException failed) {
        wanted.getMetadata().setResourceVersion(null);
        try {
            client.resource(wanted).dryRun().create();
        } catch (KubernetesClientException refused) {
            if (refused.getCode() == HttpURLConnection.HTTP_BAD_REQUEST || refused.getCode() == UNPROCESSABLE) {
                return invalid(wanted, refused);
            }
        }
        return refused(
                wanted,
                Reason.WorkloadForbidden,
                "api-server-permits",
                "the API server could not decide about it: " + said(failed),
                "look at the admission webhook that it names, or at the API server; it is tried again");
    }

    private static ChildOutcome forbidden(HasMetadata wanted, KubernetesClientException failed) {
        if (ApiFailure.namespaceTerminates(failed)) {
            return refused(
                    wanted,
                    Reason.WorkloadFailed,
                    "workload-is-applied",
                    "its namespace is being deleted, so it cannot be created",
                    "the server is deleted with its namespace");
        }
        return refused(
                wanted,
                Reason.WorkloadForbidden,
                "api-server-permits",
                "the API server does not permit it: " + said(failed),
                RouteProblems.remedyOfForbidden(wanted)
                        .orElse(
                                "grant the missing right to the operator, or change what the admission policy or quota refuses"));
    }

    private static ChildOutcome invalid(HasMetadata wanted, KubernetesClientException failed) {
        return refused(
                wanted,
                Reason.InvalidWorkload,
                "api-server-accepts",
                "the API server refuses it: " + said(failed),
                "correct spec.workload");
    }

    private static ChildOutcome refused(HasMetadata wanted, Reason reason, String rule, String message, String remedy) {
        return new ChildOutcome.Refused(Problem.of(reason, ChildKey.of(wanted).describe(), rule, message, remedy));
    }

    private static String said(KubernetesClientException failed) {
        var status = failed.getStatus();
        return Optional.ofNullable(status == null ? null : status.getMessage())
                .orElseGet(failed::getMessage)
                .replaceAll("\\s+", " ");
    }
}
