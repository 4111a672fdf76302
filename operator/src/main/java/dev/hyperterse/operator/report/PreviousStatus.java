package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.Condition;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The status that the next one is computed from.
 *
 * @param trusted whether operators alone have written it: of another writer's status nothing is kept without evidence
 */
record PreviousStatus<S>(Optional<S> status, boolean trusted) {
    /** What another writer has set to True has to be found so again. */
    List<Condition> conditions(Function<S, List<Condition>> of) {
        return status.map(of).orElse(List.of()).stream()
                .map(it -> trusted || it.status() != Status.True ? it : unknown(it))
                .toList();
    }

    private static Condition unknown(Condition condition) {
        return new Condition(
                condition.type(),
                Status.Unknown,
                condition.observedGeneration(),
                condition.lastTransitionTime(),
                condition.reason(),
                condition.message());
    }
}
