package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;

/** What is said of a reconciliation of a workload that failed: nothing of the API server's words, which may quote content. */
final class FailedWorkload {
    private FailedWorkload() {}

    static Problem of(Throwable failure) {
        return Problem.of(
                Reason.WorkloadFailed,
                "spec.workload",
                "workload-is-applied",
                "the objects of the server could not be brought up to date: " + ApiFailure.describe(failure),
                "it is tried again; the operator's log has more");
    }
}
