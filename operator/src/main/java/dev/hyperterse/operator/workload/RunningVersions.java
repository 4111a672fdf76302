package dev.hyperterse.operator.workload;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which versions of the runtime the pods of a server have: one, or both during a rollout. */
final class RunningVersions {
    private RunningVersions() {}

    static Optional<String> of(List<Pod> pods) {
        var versions = pods.stream()
                .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
                .map(it -> Objects.requireNonNullElse(it.getMetadata().getLabels(), Map.<String, String>of())
                        .get(WorkloadNames.VERSION_LABEL))
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions);
    }
}
