package dev.hyperterse.operator.report.condition;

import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The status that the next one is computed from.
 *
 * @param status the last one that this process wrote or found to be right, else the stored one
 * @param trusted whether operators alone have written it: of another writer's status nothing is kept without evidence
 * @param stored the one that is to be replaced
 */
public record PreviousStatus<S>(Optional<S> status, boolean trusted, Optional<S> stored) {
    /** A condition that another writer has set to True has to be found so again; conditions of other types are left to their writers. */
    public List<Condition> conditions(Function<S, List<Condition>> of) {
        var ours = status.stream()
                .flatMap(it -> of.apply(it).stream())
                .filter(it -> ConditionTypes.ofTheOperator(it.type()))
                .map(it -> trusted ? it : unverified(it));
        var others = stored.stream()
                .flatMap(it -> of.apply(it).stream())
                .filter(it -> !ConditionTypes.ofTheOperator(it.type()));
        return Stream.concat(ours, others).toList();
    }

    /** It stays unless it is True. */
    public static Condition unverified(Condition condition) {
        return condition.status() == Status.True
                ? new Condition(
                        condition.type(),
                        Status.Unknown,
                        condition.observedGeneration(),
                        condition.lastTransitionTime(),
                        condition.reason(),
                        condition.message())
                : condition;
    }
}
