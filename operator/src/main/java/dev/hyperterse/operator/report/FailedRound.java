package dev.hyperterse.operator.report;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.publish.ForeignObjectException;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.stream.Stream;

/** What is told of a round that failed: enough to act on, and none of the API server's words, which may quote content. */
public final class FailedRound {
    private static final String RULE = "catalog-is-published";

    private FailedRound() {}

    public static Problem of(ServerKey server, RuntimeException failure) {
        if (failure instanceof ForeignObjectException foreign) {
            return Problem.of(
                    Reason.ForeignObject,
                    foreign.object(),
                    "child-is-ours",
                    "the name is taken by an object that belongs to %s, which is left alone"
                            .formatted(foreign.holder()),
                    "delete or rename that object, or name the server differently");
        }
        var code = answered(failure);
        if (code.filter(it -> it == HttpURLConnection.HTTP_FORBIDDEN).isPresent()) {
            return problem(
                    server,
                    Reason.OperatorForbidden,
                    "the operator may not read or write what it needs in namespace " + server.namespace(),
                    "bind ClusterRole hyperterse-operator-gateway to its ServiceAccount there");
        }
        var met = code.map(it -> it == 0 ? "the API server does not answer" : "the API server answers " + it)
                .orElseGet(() -> failure.getClass().getSimpleName());
        return problem(
                server,
                Reason.PublicationFailed,
                "the catalog could not be brought up to date: " + met,
                "it is tried again; the operator's log has more");
    }

    /** The code of an answer, 0 where there was none; empty where the API server was not the trouble. */
    private static Optional<Integer> answered(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .filter(KubernetesClientException.class::isInstance)
                .map(cause -> ((KubernetesClientException) cause).getCode())
                .findFirst();
    }

    private static Problem problem(ServerKey server, Reason reason, String message, String remedy) {
        return Problem.of(reason, "HyperterseServer " + server, RULE, message, remedy);
    }
}
