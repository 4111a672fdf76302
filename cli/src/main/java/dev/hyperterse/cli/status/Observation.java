package dev.hyperterse.cli.status;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/** Whether a status speaks of the object as it is now. */
final class Observation {
    private Observation() {}

    /** @param observed generation that the status names; empty without a status */
    static Optional<Finding> of(ObjectMeta object, Optional<Long> observed, OperatorState operator) {
        var logs = "kubectl -n %s logs deployment/hyperterse-operator".formatted(namespace(operator));
        if (object.getDeletionTimestamp() != null) {
            return Optional.of(Finding.note("it is being deleted", ""));
        }
        if (observed.isEmpty()) {
            return Optional.of(Finding.blocking(
                    "it has no status: no operator has evaluated it",
                    "wait half a minute; if it stays so, no operator runs or none watches namespace "
                            + object.getNamespace() + ": " + logs));
        }
        var generation = Optional.ofNullable(object.getGeneration()).orElse(0L);
        return observed.filter(it -> it < generation)
                .map(it -> Finding.blocking(
                        "its status is old: it speaks of generation %d, and the object is at %d"
                                .formatted(it, generation),
                        "wait some seconds; if it stays so, the operator does not get to it: " + logs));
    }

    private static String namespace(OperatorState operator) {
        return switch (operator) {
            case OperatorState.Unknown(var namespace) -> namespace;
            case OperatorState.Absent(var namespace) -> namespace;
            case OperatorState.Installed(var namespace, var _, var _, var _) -> namespace;
        };
    }
}
