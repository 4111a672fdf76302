package dev.hyperterse.operator.workload.pod;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Properties of the pods of a server, which may differ during a rollout. */
public final class ServerPods {
    /** Phases of pods whose containers never run again. */
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private ServerPods() {}

    /** The ServiceAccounts that they run as: they need their rights until the last of those pods is gone. */
    public static Set<String> serviceAccounts(List<Pod> pods, String serverUid) {
        return pods.stream()
                .filter(pod -> WorkloadNames.madeFor(pod.getMetadata(), serverUid))
                .filter(pod -> Optional.ofNullable(pod.getStatus())
                        .map(PodStatus::getPhase)
                        .filter(ENDED::contains)
                        .isEmpty())
                .map(pod -> pod.getSpec().getServiceAccountName())
                .filter(name -> name != null && !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The versions of the runtime that they have: one, or both during a rollout. */
    public static Optional<String> versions(List<Pod> pods) {
        return Optional.of(pods.stream()
                        .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
                        .map(it -> Objects.requireNonNullElse(it.getMetadata().getLabels(), Map.<String, String>of())
                                .get(WorkloadNames.VERSION_LABEL))
                        .filter(Objects::nonNull)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", ")))
                .filter(versions -> !versions.isEmpty());
    }
}
