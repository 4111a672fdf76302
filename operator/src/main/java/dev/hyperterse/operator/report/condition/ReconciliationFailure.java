package dev.hyperterse.operator.report.condition;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.publish.ForeignObjectException;
import dev.hyperterse.operator.workload.apply.ApiFailure;
import java.net.HttpURLConnection;

/** Describes a failed reconciliation: enough to act on, without the API server's text, which may quote content. */
public final class ReconciliationFailure {
    private static final String RULE = "catalog-is-published";

    private ReconciliationFailure() {}

    public static Problem of(ServerKey server, Throwable failure) {
        if (failure instanceof ForeignObjectException foreign) {
            return foreign.problem();
        }
        if (ApiFailure.namespaceTerminates(failure)) {
            return problem(
                    server,
                    Reason.PublicationFailed,
                    "namespace %s is being deleted, so no object can be created in it".formatted(server.namespace()),
                    "the server is deleted with its namespace");
        }
        if (ApiFailure.code(failure)
                .filter(it -> it == HttpURLConnection.HTTP_FORBIDDEN)
                .isPresent()) {
            return problem(
                    server,
                    Reason.OperatorForbidden,
                    "the operator may not read or write what it needs in namespace " + server.namespace(),
                    "bind ClusterRole hyperterse-operator-gateway to its ServiceAccount there");
        }
        return problem(
                server,
                Reason.PublicationFailed,
                "the catalog could not be brought up to date: " + ApiFailure.describe(failure),
                "it is tried again; the operator's log has more");
    }

    private static Problem problem(ServerKey server, Reason reason, String message, String remedy) {
        return reason.problem("HyperterseServer " + server, RULE, message, remedy);
    }
}
