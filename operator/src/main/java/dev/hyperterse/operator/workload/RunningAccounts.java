package dev.hyperterse.operator.workload;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The ServiceAccounts that pods of a server run as: they need their rights until the last of those pods is gone. */
final class RunningAccounts {
    /** Phases of pods whose containers never run again. */
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private RunningAccounts() {}

    static Set<String> of(List<Pod> pods, String serverUid) {
        return pods.stream()
                .filter(pod -> WorkloadNames.madeFor(pod.getMetadata(), serverUid))
                .filter(pod -> pod.getStatus() == null
                        || !ENDED.contains(pod.getStatus().getPhase()))
                .map(pod -> pod.getSpec().getServiceAccountName())
                .filter(name -> name != null && !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
