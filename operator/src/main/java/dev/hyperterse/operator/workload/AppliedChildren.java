package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.problem.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What became of the objects of a plan, and of what was to be removed.
 *
 * @param deployment the one among them that makes the pods
 */
record AppliedChildren(List<ChildOutcome> outcomes, ChildOutcome deployment) {
    AppliedChildren {
        outcomes = List.copyOf(outcomes);
    }

    List<Problem> problems() {
        return outcomes.stream().flatMap(it -> problem(it).stream()).toList();
    }

    boolean conflicted() {
        return outcomes.stream().anyMatch(ChildOutcome.Conflict.class::isInstance);
    }

    /** Whether a gateway has not answered yet; its answer is not followed, so it is asked for. */
    boolean awaitsAnswer() {
        return outcomes.stream()
                .anyMatch(it -> it instanceof ChildOutcome.Applied(var object) && RouteProblems.answerIsDue(object));
    }

    private static Optional<Problem> problem(ChildOutcome outcome) {
        return switch (outcome) {
            case ChildOutcome.Refused(var problem) -> Optional.of(problem);
            case ChildOutcome.Applied(var object) -> RouteProblems.refusal(object);
            case ChildOutcome.Conflict _ -> Optional.empty();
        };
    }
}
