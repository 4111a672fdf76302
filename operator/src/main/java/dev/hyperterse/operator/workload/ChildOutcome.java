package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.problem.Problem;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** What became of one object of a server. */
sealed interface ChildOutcome {
    /** It is as it should be. */
    record Stands(HasMetadata object) implements ChildOutcome {}

    /** Somebody is changing or deleting it right now; the next round sees what came of it. */
    record Unsettled() implements ChildOutcome {}

    /** It cannot be as it should be until somebody does something. */
    record Refused(Problem problem) implements ChildOutcome {}
}
