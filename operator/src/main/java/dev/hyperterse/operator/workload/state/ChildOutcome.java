package dev.hyperterse.operator.workload.state;

import dev.hyperterse.compiler.problem.Problem;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** The result of reconciling one object of a server. */
public sealed interface ChildOutcome {
    /** It is as it should be. */
    public record Applied(HasMetadata object) implements ChildOutcome {}

    /** Another writer is changing or deleting it right now; the next reconciliation sees the result. */
    record Conflict() implements ChildOutcome {}

    /** It cannot be as it should be until its author or an administrator changes something. */
    record Refused(Problem problem) implements ChildOutcome {}
}
