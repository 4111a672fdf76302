package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.server.AuthSettings;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.crds.v1alpha1.Condition;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.report.Replicas.Replica;
import dev.hyperterse.operator.workload.PendingUpgrade;
import dev.hyperterse.operator.workload.WorkloadState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes the conditions of a server. */
final class ServerConditions {
    static final String ACCEPTED = "Accepted";
    static final String PROGRAMMED = "Programmed";
    static final String AVAILABLE = "Available";
    static final String CONVERGED = "Converged";
    static final String ANONYMOUS_ACCESS = "AnonymousAccess";
    static final String SHARED_STATE = "SharedStateUnavailable";
    static final String UPGRADE_PENDING = "UpgradePending";
    static final String DEFINITIONS_OUTDATED = "DefinitionsOutdated";

    private static final int NAMED_PODS = 3;

    private final List<Condition> before;
    private final long generation;
    private final ServerSituation situation;
    private final Optional<String> outdated;
    private final Instant now;
    private final Conditions conditions;

    ServerConditions(
            List<Condition> before,
            long generation,
            ServerSituation situation,
            Optional<String> outdated,
            Instant now) {
        this.before = before;
        this.generation = generation;
        this.situation = situation;
        this.outdated = outdated;
        this.now = now;
        this.conditions = new Conditions(before, generation, now);
    }

    /** The conditions, and when time alone changes them; empty where those before are to stay for now. */
    Outcome<List<Condition>> of(Judgment judgment) {
        var problems = problems(judgment);
        accepted(problems);
        programmed(judgment, problems);
        available();
        converged();
        var unwell = unwell(judgment, problems);
        var grace = unwell.flatMap(this::grace);
        if (grace.isPresent()) {
            return Outcome.leaveFor(grace.get());
        }
        ready(judgment, problems);
        var again = unwell.flatMap(this::tell);
        judgment.compiled()
                .settings()
                .filter(it -> it.auth().mode() == AuthSettings.Mode.Open)
                .ifPresent(_ -> conditions.add(ANONYMOUS_ACCESS, Status.True, Progress.AuthNotSet));
        judgment.compiled()
                .settings()
                .flatMap(ServerSettings::sharedState)
                .flatMap(it -> AdapterStates.of(List.of(it.name()), situation.replicas()).stream()
                        .findFirst())
                .ifPresent(this::sharedState);
        situation.workload().flatMap(WorkloadState::pendingUpgrade).ifPresent(this::pending);
        outdated.ifPresent(this::outdated);
        return new Outcome<>(Optional.of(conditions.list()), again.or(this::failureDue));
    }

    private void sharedState(AdapterState state) {
        switch (state.state()) {
            case Degraded, Unavailable ->
                conditions.add(
                        SHARED_STATE,
                        Status.True,
                        Progress.RatesNotShared,
                        Progress.RatesNotShared.message()
                                + state.message().map(": "::concat).orElse(""));
            case Connected, Unknown, Unrecognized -> {}
        }
    }

    private void outdated(String missing) {
        conditions.add(
                DEFINITIONS_OUTDATED,
                Status.True,
                Progress.FieldsMissing,
                Progress.FieldsMissing.message() + "; missing: " + missing);
    }

    private void pending(PendingUpgrade upgrade) {
        var runs = "runs %s, and this operator has %s; ".formatted(upgrade.runs(), upgrade.offered());
        if (upgrade.manual()) {
            conditions.add(
                    UPGRADE_PENDING,
                    Status.True,
                    Progress.ManualUpgrade,
                    runs + "set spec.workload.upgrade to Automatic to follow");
        } else {
            conditions.add(
                    UPGRADE_PENDING, Status.True, Progress.WaitsForItsTurn, runs + Progress.WaitsForItsTurn.message());
        }
    }

    /** Of a server of which this generation could not be judged. */
    Outcome<List<Condition>> of(ServerSituation.Failure failure) {
        var grace = Outcome.graceLeft(failure.since(), now);
        if (grace.isPresent()) {
            return Outcome.leaveFor(grace.get());
        }
        var reason = failure.problem().reason();
        var message = Wording.of(List.of(failure.problem()));
        conditions.keep(ACCEPTED).add(PROGRAMMED, Status.False, reason, message);
        available();
        converged();
        if (Conditions.holds(before, Conditions.READY, generation)) {
            conditions.keep(Conditions.READY);
        } else {
            conditions.add(Conditions.READY, Status.Unknown, reason, message);
        }
        var again = conditions.unhealthy(true, reason, message);
        conditions.keep(ANONYMOUS_ACCESS).keep(SHARED_STATE).keep(UPGRADE_PENDING);
        outdated.ifPresent(this::outdated);
        return new Outcome<>(Optional.of(conditions.list()), again);
    }

    /** What is wrong in the spec: what the compiler found, and what cannot be run of it. */
    private List<Problem> problems(Judgment judgment) {
        var unrunnable = situation.workload().stream()
                .flatMap(it -> it.problems().stream())
                .filter(it -> !it.reason().healsByItself());
        return Stream.concat(judgment.compiled().problems().stream(), unrunnable)
                .toList();
    }

    private void accepted(List<Problem> problems) {
        if (problems.isEmpty()) {
            conditions.add(ACCEPTED, Status.True, Progress.Sound);
        } else {
            conditions.add(ACCEPTED, Status.False, problems.getFirst().reason(), Wording.of(problems));
        }
    }

    private void programmed(Judgment judgment, List<Problem> problems) {
        var failure = lasting();
        if (failure.isPresent()) {
            conditions.add(PROGRAMMED, Status.False, failure.get().reason(), Wording.of(List.of(failure.get())));
        } else if (judgment.committed().isPresent()) {
            conditions.add(PROGRAMMED, Status.True, Progress.Published);
        } else if (problems.isEmpty()) {
            conditions.add(PROGRAMMED, Status.False, Progress.NothingPublished);
        } else {
            conditions.add(PROGRAMMED, Status.False, problems.getFirst().reason(), Wording.of(problems));
        }
    }

    private void available() {
        if (situation.available()) {
            conditions.add(AVAILABLE, Status.True, Progress.Available);
        } else {
            var unwell = withoutReplicas();
            conditions.add(AVAILABLE, Status.False, unwell.reason(), unwell.message());
        }
    }

    private void converged() {
        var running = situation.replicas().running();
        if (situation.revision().isEmpty()) {
            conditions.add(CONVERGED, Status.Unknown, Progress.NothingPublished);
            return;
        }
        if (running.isEmpty()) {
            conditions.add(CONVERGED, Status.Unknown, Progress.NoReadyReplicas);
            return;
        }
        var behind = situation.replicas().behind(situation.revision().get());
        var silent = behind.stream().filter(it -> it.answer().isEmpty()).toList();
        if (!silent.isEmpty()) {
            conditions.add(
                    CONVERGED,
                    Status.Unknown,
                    Progress.ReplicaUnreachable,
                    "%s of %d replicas do not say what they serve: %s"
                            .formatted(silent.size(), running.size(), names(silent)));
        } else if (behind.isEmpty()) {
            conditions.add(CONVERGED, Status.True, Progress.Converged);
        } else {
            conditions.add(
                    CONVERGED,
                    Status.False,
                    Progress.Propagating,
                    "%d of %d replicas do not serve the newest revision: %s"
                            .formatted(behind.size(), running.size(), names(behind)));
        }
    }

    private static String names(List<Replica> pods) {
        var first = pods.stream().limit(NAMED_PODS).map(Replica::pod).collect(Collectors.joining(", "));
        return pods.size() <= NAMED_PODS ? first : first + ", …";
    }

    private void ready(Judgment judgment, List<Problem> problems) {
        if (!problems.isEmpty()) {
            conditions.add(Conditions.READY, Status.False, problems.getFirst().reason(), Wording.of(problems));
        } else if (judgment.committed().isEmpty()) {
            conditions.add(Conditions.READY, Status.False, Progress.NothingPublished);
        } else if (reached()) {
            conditions.add(Conditions.READY, Status.True, Progress.Available);
        } else if (unapplied()) {
            conditions.add(Conditions.READY, Status.False, Progress.NotApplied);
        } else {
            var unwell = withoutReplicas();
            conditions.add(Conditions.READY, Status.False, unwell.reason(), unwell.message());
        }
    }

    /**
     * Whether the pods of this generation serve, or have: scaling, crashes, failing rounds and rollouts that get on have
     * conditions of their own. A rollout that does not get on is what an upgrade of the operator can come to.
     */
    private boolean reached() {
        return Conditions.holds(before, Conditions.READY, generation)
                ? !situation.rolloutIsHeldUp()
                : situation.available() && situation.rolledOut().orElse(before.isEmpty());
    }

    /** What is not as it should be: what its owner has to mend first, then what keeps the operator from its work. */
    private Optional<Unwell> unwell(Judgment judgment, List<Problem> problems) {
        if (!problems.isEmpty()) {
            var heals = problems.stream().allMatch(it -> it.reason().healsByItself());
            return Optional.of(new Unwell(
                    heals,
                    problems.getFirst().reason(),
                    Wording.of(problems),
                    heals ? situation.judged() : Optional.empty()));
        }
        if (judgment.committed().isEmpty()) {
            return Optional.of(
                    new Unwell(true, Progress.NothingPublished, Progress.NothingPublished.message(), Optional.empty()));
        }
        if (unapplied() && !Conditions.holds(before, Conditions.READY, generation)) {
            return Optional.of(new Unwell(true, Progress.NotApplied, Progress.NotApplied.message(), Optional.empty()));
        }
        var available = situation.available();
        return lasting()
                .map(Unwell::of)
                // Replicas that are on their way beside others are how scaling looks.
                .or(() -> situation
                        .hindrance()
                        .filter(it -> !available || !reached() || it.reason() != Reason.PodsNotReady)
                        .map(Unwell::of))
                .or(() -> Optional.of(withoutReplicas()).filter(_ -> !available && !situation.scaledToZero()));
    }

    /** Of a rollout that gets on, Kubernetes says when it takes too long. */
    private Optional<Duration> tell(Unwell unwell) {
        if (unwell.reason() == Reason.RollingOut) {
            conditions.add(Conditions.RECONCILING, Status.True, unwell.reason(), unwell.message());
            return Optional.empty();
        }
        return conditions.unhealthy(unwell.heals(), unwell.reason(), unwell.message());
    }

    /** Whether its pods are those of an older generation, as far as is known; a new server has none. */
    private boolean unapplied() {
        return !before.isEmpty() && situation.workload().isEmpty();
    }

    private Unwell withoutReplicas() {
        if (situation.scaledToZero()) {
            return new Unwell(true, Reason.ScaledToZero, "no replicas are asked for", Optional.empty());
        }
        return situation
                .hindrance()
                .map(Unwell::of)
                .orElseGet(() -> new Unwell(
                        true, Progress.NoReadyReplicas, Progress.NoReadyReplicas.message(), situation.judged()));
    }

    /** What has kept rounds from publishing for longer than a hiccup. */
    private Optional<Problem> lasting() {
        return situation
                .setback()
                .filter(it -> Outcome.graceLeft(it.since(), now).isEmpty())
                .map(ServerSituation.Failure::problem);
    }

    private Optional<Duration> failureDue() {
        return situation.setback().flatMap(it -> Outcome.graceLeft(it.since(), now));
    }

    /** After an edit what stood there stays for a moment: most of what is missing then is on its way. */
    private Optional<Duration> grace(Unwell unwell) {
        var edited = Conditions.find(before, Conditions.READY)
                .flatMap(Condition::observedGeneration)
                .filter(it -> it != generation)
                .isPresent();
        return unwell.since().filter(_ -> edited).flatMap(it -> Outcome.graceLeft(it, now));
    }

    /** @param since when it was found, where it may be on its way */
    private record Unwell(boolean heals, Enum<?> reason, String message, Optional<Instant> since) {
        static Unwell of(Problem problem) {
            return new Unwell(
                    problem.reason().healsByItself(), problem.reason(), Wording.of(List.of(problem)), Optional.empty());
        }
    }
}
