package dev.hyperterse.operator.report.server;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.report.condition.Evaluation;
import dev.hyperterse.operator.report.replica.LeafProgress;
import dev.hyperterse.operator.report.replica.ObjectProgress;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.workload.state.Rollout;
import dev.hyperterse.operator.workload.state.WorkloadState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that is known of one server at one moment.
 *
 * @param servableSince since when any replica could serve something
 * @param workload what runs for it; empty before the first reconciliation of it
 * @param failure what kept the last reconciliation from an evaluation
 */
public record ServerStatusInputs(
        Optional<Evaluated> evaluated,
        Map<LeafKey, ObjectProgress> leaves,
        Replicas replicas,
        Optional<Instant> servableSince,
        Optional<WorkloadState> workload,
        Optional<Failure> failure) {
    public static final ServerStatusInputs UNKNOWN = new ServerStatusInputs(
            Optional.empty(), Map.of(), Replicas.NONE, Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * The newest evaluation.
     *
     * @param since when its generation was evaluated first
     * @param published when this process published its revision
     */
    record Evaluated(Evaluation latest, Instant since, Instant published) {
        public Optional<Revision> revision() {
            return latest.committed().map(index -> index.revision());
        }

        private Evaluated then(Evaluation next, Instant now) {
            var sameGeneration =
                    latest.compiled().identity().equals(next.compiled().identity());
            var sameRevision = revision().equals(next.committed().map(index -> index.revision()));
            return new Evaluated(next, sameGeneration ? since : now, sameRevision ? published : now);
        }
    }

    /** Why reconciliations have ended without an evaluation since then. */
    public record Failure(Problem problem, Instant since) {}

    /** Whether there is a replica that clients are sent to. */
    boolean available() {
        return replicas.ready() > 0;
    }

    /** The state of that generation: the pods of another one say nothing of it. */
    ServerStatusInputs of(long generation) {
        var applied = workload.filter(it -> it.generation() == generation);
        return new ServerStatusInputs(evaluated, leaves, replicas, servableSince, applied, failure);
    }

    /**
     * Whether its pods are those of this generation, as many as it asks for, and all its other objects could be written;
     * empty before the first look.
     */
    Optional<Boolean> rolledOut() {
        return workload.map(
                it -> it.rollout() == Rollout.Complete && it.problems().isEmpty());
    }

    /** Whether all pods are those of this generation, however many there are, and its other objects could be written. */
    boolean settled() {
        return workload.filter(it -> it.rollout() == Rollout.Complete || it.rollout() == Rollout.Degraded)
                .filter(it -> it.problems().isEmpty())
                .isPresent();
    }

    /** Whether pods are to be replaced and their successors cannot run. */
    boolean rolloutIsHeldUp() {
        return workload.filter(WorkloadState::rolloutIsHeldUp).isPresent();
    }

    /** Somebody has asked for no replica at all. */
    public boolean scaledToZero() {
        return workload.flatMap(WorkloadState::notReady)
                .filter(it -> it.reason() == Reason.ScaledToZero)
                .isPresent();
    }

    /** The problem that keeps replicas from being there, where they are not just on their way. */
    Optional<Problem> notReadyReason() {
        return workload.flatMap(it -> it.problems().stream().findFirst().or(it::notReady))
                .filter(it -> it.reason() != Reason.ScaledToZero);
    }

    public Optional<Revision> revision() {
        return evaluated.flatMap(Evaluated::revision);
    }

    /** How many running pods do not serve it. */
    public int behind() {
        return revision().map(it -> replicas.behind(it).size()).orElse(0);
    }

    /** Whether there is nothing to remember. */
    public boolean nothing() {
        return evaluated.isEmpty() && failure.isEmpty() && replicas.equals(Replicas.NONE) && workload.isEmpty();
    }

    public ServerStatusInputs withEvaluation(Evaluation now, Instant instant) {
        var before = HashMap.<String, LeafProgress>newHashMap(leaves.size());
        leaves.values().forEach(it -> it.leaves()
                .forEach(leaf -> before.put(leaf.identity().uid(), leaf)));
        var grouped = HashMap.<LeafKey, List<LeafProgress>>newHashMap(
                now.compiled().results().size());
        now.compiled().results().forEach((identity, result) -> grouped.computeIfAbsent(
                        LeafKey.of(identity), _ -> new ArrayList<>(1))
                .add(progress(before.get(identity.uid()), identity, result, now, instant)));
        var next = HashMap.<LeafKey, ObjectProgress>newHashMap(grouped.size());
        grouped.forEach((key, parts) -> next.put(key, ObjectProgress.of(parts, Optional.ofNullable(leaves.get(key)))));
        var newest = evaluated.map(it -> it.then(now, instant)).orElseGet(() -> new Evaluated(now, instant, instant));
        return new ServerStatusInputs(Optional.of(newest), next, replicas, servableSince, workload, Optional.empty());
    }

    private LeafProgress progress(
            LeafProgress before, LeafIdentity identity, EvaluationResult result, Evaluation now, Instant instant) {
        var since = result.served().isPresent()
                ? Optional.ofNullable(now.since().get(identity.uid()))
                : withdrawn(before, identity, result, now);
        var progress = before == null
                ? LeafProgress.evaluated(
                        identity,
                        result,
                        since,
                        instant,
                        evaluated.isEmpty() && now.carriedOver().contains(identity.uid()))
                : before.evaluatedAgain(identity, result, since, instant);
        return progress == before ? before : progress.seenBy(replicas);
    }

    /** The revision that a suspended leaf was first not in. */
    private static Optional<Revision> withdrawn(
            LeafProgress before, LeafIdentity identity, EvaluationResult result, Evaluation now) {
        if (!result.suspended()) {
            return Optional.empty();
        }
        return before != null
                        && before.result().suspended()
                        && before.identity().equals(identity)
                ? before.since().or(() -> now.committed().map(CatalogIndex::revision))
                : now.committed().map(CatalogIndex::revision);
    }

    public ServerStatusInputs seen(Replicas now, Instant instant) {
        var next = new HashMap<>(leaves);
        next.replaceAll((_, progress) -> progress.seenBy(now));
        var since = now.any() ? servableSince.or(() -> Optional.of(instant)) : Optional.<Instant>empty();
        return new ServerStatusInputs(evaluated, next, now, since, workload, failure);
    }

    public ServerStatusInputs runs(WorkloadState now) {
        return new ServerStatusInputs(evaluated, leaves, replicas, servableSince, Optional.of(now), failure);
    }

    public ServerStatusInputs failed(Problem now, Instant instant) {
        var since = failure.map(Failure::since).orElse(instant);
        return new ServerStatusInputs(
                evaluated, leaves, replicas, servableSince, workload, Optional.of(new Failure(now, since)));
    }
}
