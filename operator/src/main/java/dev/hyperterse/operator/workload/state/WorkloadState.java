package dev.hyperterse.operator.workload.state;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The last observed workload of one server.
 *
 * @param generation of the server that was applied
 * @param problems why its objects are not as the spec says: an override that is not allowed, a name that is taken
 * @param rollout how far its pods follow that generation and this operator's runtime
 * @param notReady why the rollout is not complete, or fewer replicas are ready than wanted: the first cause
 * @param runtimeVersion what they run; while a rollout is under way, each version once
 * @param pendingUpgrade what they do not run yet
 */
public record WorkloadState(
        long generation,
        List<Problem> problems,
        Rollout rollout,
        Optional<Problem> notReady,
        Optional<String> runtimeVersion,
        Optional<PendingUpgrade> pendingUpgrade) {
    /** An image of the runtime that a server does not run yet, because another server is upgraded first. */
    public record PendingUpgrade(String runs, String offered) {}

    /** Before the first reconciliation. */
    public static final WorkloadState UNKNOWN =
            new WorkloadState(0, List.of(), Rollout.Unobserved, Optional.empty(), Optional.empty(), Optional.empty());

    private static final Set<Reason> HOLDS_UP = EnumSet.of(
            Reason.PodsRefused,
            Reason.Unschedulable,
            Reason.ImagePullFailed,
            Reason.ContainerNotStarted,
            Reason.CrashLooping,
            Reason.RolloutStuck);

    /**
     * What was seen last stays, though no rollout is that of another generation; why nothing newer is known takes the
     * place of the problems of then.
     */
    public WorkloadState failed(long generation, Problem failure) {
        var reached = generation == this.generation ? rollout : Rollout.Unobserved;
        return new WorkloadState(generation, List.of(failure), reached, notReady, runtimeVersion, pendingUpgrade);
    }

    /** Whether pods are to be replaced and something keeps their successors from running, or from being asked for. */
    public boolean rolloutIsHeldUp() {
        return rollout == Rollout.Refused
                || rollout == Rollout.InProgress
                        && notReady.filter(it -> HOLDS_UP.contains(it.reason())).isPresent();
    }
}
