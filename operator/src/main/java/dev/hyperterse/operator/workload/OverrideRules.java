package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.Workload;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a server may say about its pods only where the installation lets it: with either it would run code of its own. */
final class OverrideRules {
    private OverrideRules() {}

    static List<Problem> broken(Workload workload, RuntimeImage image) {
        return image.overridable()
                ? List.of()
                : Stream.of(
                                refused("image", workload.image(), image.image()),
                                refused("serviceAccountName", workload.serviceAccountName(), "one of its own"))
                        .flatMap(Optional::stream)
                        .toList();
    }

    private static Optional<Problem> refused(String field, Optional<String> given, String instead) {
        return given.map(_ -> Problem.of(
                Reason.NotAllowedOverride,
                "spec.workload." + field,
                "override-is-allowed",
                "this installation does not let servers choose it; the pods have " + instead,
                "remove the field, or have the installation allow overrides"));
    }
}
