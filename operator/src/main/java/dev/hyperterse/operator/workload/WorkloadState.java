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
    /** Before anything was seen of it. */
    static final WorkloadState UNKNOWN = new WorkloadState(0, List.of(), Optional.empty(), 0, 0, Optional.empty());

    public WorkloadState {
        problems = List.copyOf(problems);
        Objects.requireNonNull(obstacle, "obstacle");
        Objects.requireNonNull(runtimeVersion, "runtimeVersion");
    }

    /** What was seen last stays; why nothing newer is known takes the place of the problems of then. */
    WorkloadState failed(long generation, Problem failure) {
        return new WorkloadState(generation, List.of(failure), obstacle, replicas, readyReplicas, runtimeVersion);
    }
}
