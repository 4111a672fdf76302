package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.problem.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What runs for one server, as seen last.
 *
 * @param generation of the server that was applied
 * @param problems why its objects are not as the spec says: an override that is not allowed, a name that is taken
 * @param obstacle why fewer replicas are ready than wanted: the first cause
 * @param replicas how many exist
 * @param readyReplicas how many of them are ready
 * @param runtimeVersion what they run; while a rollout is under way, each version once
 */
public record WorkloadState(
        long generation,
        List<Problem> problems,
        Optional<Problem> obstacle,
        int replicas,
        int readyReplicas,
        Optional<String> runtimeVersion) {
    public WorkloadState {
        problems = List.copyOf(problems);
        Objects.requireNonNull(obstacle, "obstacle");
        Objects.requireNonNull(runtimeVersion, "runtimeVersion");
    }
}
