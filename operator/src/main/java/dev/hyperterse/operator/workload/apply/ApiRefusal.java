package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.workload.state.ChildKey;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;

/** Turns an error response of the API server into a problem of the server, with its code and words, or a retry. */
final class ApiRefusal {
    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY_REQUESTS = 429;

    private static final Remedy EDIT =
            new Remedy(Reason.InvalidWorkload, "api-server-accepts", "correct spec.workload");

    private static final Map<Integer, Remedy> REMEDIES = Map.of(
            HttpURLConnection.HTTP_BAD_REQUEST,
            EDIT,
            UNPROCESSABLE,
            EDIT,
            // A webhook that does not answer, or a list of spec.workload that names a key twice.
            HttpURLConnection.HTTP_INTERNAL_ERROR,
            new Remedy(
                    Reason.WorkloadForbidden,
                    "api-server-permits",
                    "correct the field or look at the admission webhook that it names; it is tried again"));

    /** An admission webhook may refuse with any code that blames the request. */
    private static final Remedy PERMIT = new Remedy(
            Reason.WorkloadForbidden,
            "api-server-permits",
            "grant the missing right to the operator, or change what the admission policy or quota refuses");

    private ApiRefusal() {}

    private record Remedy(Reason reason, String rule, String text) {}

    /** @throws KubernetesClientException where it says nothing of the object: everything is tried again */
    static ChildOutcome of(HasMetadata wanted, KubernetesClientException failed) {
        var code = failed.getCode();
        return switch (code) {
            case HttpURLConnection.HTTP_CONFLICT -> new ChildOutcome.Conflict();
            case HttpURLConnection.HTTP_NOT_FOUND ->
                RouteProblems.missing(wanted)
                        .<ChildOutcome>map(ChildOutcome.Refused::new)
                        .orElseGet(ChildOutcome.Conflict::new);
            case HttpURLConnection.HTTP_CLIENT_TIMEOUT, TOO_MANY_REQUESTS -> throw failed;
            default -> {
                if (code / 100 != 4 && !REMEDIES.containsKey(code)) {
                    throw failed;
                }
                yield refused(wanted, failed, REMEDIES.getOrDefault(code, PERMIT));
            }
        };
    }

    private static ChildOutcome refused(HasMetadata wanted, KubernetesClientException failed, Remedy remedy) {
        return new ChildOutcome.Refused(remedy.reason()
                .problem(
                        ChildKey.of(wanted).describe(),
                        remedy.rule(),
                        "the API server answers %d: %s".formatted(failed.getCode(), said(failed)),
                        Optional.of(wanted)
                                .filter(_ -> failed.getCode() == HttpURLConnection.HTTP_FORBIDDEN)
                                .flatMap(RouteProblems::remedyOfForbidden)
                                .orElse(remedy.text())));
    }

    private static String said(KubernetesClientException failed) {
        var status = failed.getStatus();
        return Optional.ofNullable(status == null ? null : status.getMessage())
                .orElseGet(failed::getMessage)
                .replaceAll("\\s+", " ");
    }
}
