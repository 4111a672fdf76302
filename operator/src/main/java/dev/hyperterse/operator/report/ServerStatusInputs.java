package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.compile.Verdict;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.workload.Rollout;
import dev.hyperterse.operator.workload.WorkloadState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All that is known of one server at one moment.
 *
 * @param judged when its newest generation was judged first
 * @param attended since when any replica could serve something
 * @param published when this process learned that its newest revision is published
 * @param workload what runs for it; empty while nobody has looked
 * @param failure what kept the last round from coming to a judgment
 */
record ServerStatusInputs(
        Optional<Evaluation> judgment,
        Optional<Instant> judged,
        Map<LeafKey, LeafProgress> leaves,
        Replicas replicas,
        Optional<Instant> attended,
        Optional<Instant> published,
        Optional<WorkloadState> workload,
        Optional<Failure> failure) {
    static final ServerStatusInputs UNKNOWN = new ServerStatusInputs(
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Replicas.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** What rounds have met since then instead of coming to a judgment. */
    record Failure(Problem problem, Instant since) {}

    /** Whether there is a replica that clients are sent to. */
    boolean available() {
        return replicas.ready() > 0;
    }

    /** What is known of that generation: what ran for another one says nothing of it. */
    ServerStatusInputs of(long generation) {
        var applied = workload.filter(it -> it.generation() == generation);
        return new ServerStatusInputs(judgment, judged, leaves, replicas, attended, published, applied, failure);
    }

    /**
     * Whether its pods are those of this generation, as many as it asks for, and all its other objects could be written;
     * empty before the first look.
     */
    Optional<Boolean> rolledOut() {
        return workload.map(
                it -> it.rollout() == Rollout.Complete && it.problems().isEmpty());
    }

    /** Whether pods are to be replaced and their successors cannot run. */
    boolean rolloutIsHeldUp() {
        return workload.filter(WorkloadState::rolloutIsHeldUp).isPresent();
    }

    /** Somebody has asked for no replica at all. */
    boolean scaledToZero() {
        return workload.flatMap(WorkloadState::obstacle)
                .filter(it -> it.reason() == Reason.ScaledToZero)
                .isPresent();
    }

    /** What keeps replicas from being there, and is more than that they are on their way. */
    Optional<Problem> notReadyReason() {
        return workload.flatMap(it -> it.problems().stream().findFirst().or(it::obstacle))
                .filter(it -> it.reason() != Reason.ScaledToZero);
    }

    Optional<Revision> revision() {
        return judgment.flatMap(Evaluation::committed).map(index -> index.revision());
    }

    /** Whether there is nothing to remember. */
    boolean nothing() {
        return judgment.isEmpty() && failure.isEmpty() && replicas.equals(Replicas.NONE) && workload.isEmpty();
    }

    ServerStatusInputs judged(Evaluation now, Instant instant) {
        var next = HashMap.<LeafKey, LeafProgress>newHashMap(
                now.compiled().verdicts().size());
        now.compiled().verdicts().forEach((identity, verdict) -> {
            var key = LeafKey.of(identity);
            next.put(key, progress(leaves.get(key), identity, verdict, now, instant));
        });
        var sameGeneration = judgment.map(Evaluation::compiled)
                .map(before -> before.identity().equals(now.compiled().identity()))
                .orElse(false);
        return new ServerStatusInputs(
                Optional.of(now),
                sameGeneration ? judged : Optional.of(instant),
                next,
                replicas,
                attended,
                revision().equals(now.committed().map(index -> index.revision())) ? published : Optional.of(instant),
                workload,
                Optional.empty());
    }

    private LeafProgress progress(
            LeafProgress before, LeafIdentity identity, Verdict verdict, Evaluation now, Instant instant) {
        var since = verdict.served().isPresent()
                ? Optional.ofNullable(now.since().get(identity.uid()))
                : Optional.<Revision>empty();
        var progress = before == null
                ? LeafProgress.judged(
                        identity,
                        verdict,
                        since,
                        instant,
                        judgment.isEmpty() && now.carriedOver().contains(identity.uid()))
                : before.judgedAgain(identity, verdict, since, instant);
        return progress == before ? before : progress.seenBy(replicas);
    }

    ServerStatusInputs seen(Replicas now, Instant instant) {
        var next = new HashMap<>(leaves);
        next.replaceAll((_, progress) -> progress.seenBy(now));
        var since = now.any() ? attended.or(() -> Optional.of(instant)) : Optional.<Instant>empty();
        return new ServerStatusInputs(judgment, judged, next, now, since, published, workload, failure);
    }

    ServerStatusInputs runs(WorkloadState now) {
        return new ServerStatusInputs(
                judgment, judged, leaves, replicas, attended, published, Optional.of(now), failure);
    }

    ServerStatusInputs failed(Problem now, Instant instant) {
        var since = failure.map(Failure::since).orElse(instant);
        return new ServerStatusInputs(
                judgment,
                judged,
                leaves,
                replicas,
                attended,
                published,
                workload,
                Optional.of(new Failure(now, since)));
    }
}
