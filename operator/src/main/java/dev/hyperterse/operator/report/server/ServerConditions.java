package dev.hyperterse.operator.report.server;

import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.State;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.Evaluation;
import dev.hyperterse.operator.report.condition.Messages;
import dev.hyperterse.operator.report.condition.ProgressReason;
import dev.hyperterse.operator.report.condition.StatusDecision;
import dev.hyperterse.operator.report.replica.Replicas.Replica;
import dev.hyperterse.operator.workload.state.WorkloadState;
import dev.hyperterse.operator.workload.state.WorkloadState.PendingUpgrade;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes the conditions of a server. */
final class ServerConditions {

    private static final int NAMED_PODS = 3;

    private final List<Condition> before;
    private final long generation;
    private final ServerStatusInputs inputs;
    private final Optional<String> outdated;
    private final Instant now;
    private final Conditions conditions;

    ServerConditions(
            List<Condition> before,
            long generation,
            ServerStatusInputs inputs,
            Optional<String> outdated,
            Instant now) {
        this.before = before;
        this.generation = generation;
        this.inputs = inputs;
        this.outdated = outdated;
        this.now = now;
        this.conditions = new Conditions(before, generation, now);
    }

    /** The conditions, and when time alone changes them; empty where those before are to stay for now. */
    StatusDecision<List<Condition>> of(Evaluation evaluation) {
        var problems = problems(evaluation);
        conditions.add(ConditionTypes.ACCEPTED, problems);
        programmed(evaluation, problems);
        available();
        converged();
        var notReady = notReady(evaluation, problems);
        var grace = notReady.flatMap(this::grace);
        if (grace.isPresent()) {
            return StatusDecision.leaveFor(grace.get());
        }
        ready(evaluation, problems);
        var again = notReady.flatMap(this::unhealthy);
        var settings = evaluation.compiled().settings();
        settings.map(ServerSettings::auth)
                .flatMap(ServerConditions::anonymous)
                .ifPresent(it -> conditions.add(ConditionTypes.ANONYMOUS_ACCESS, Status.True, it));
        settings.flatMap(ServerSettings::sharedState).stream()
                .flatMap(it -> AdapterStates.of(List.of(it.name()), inputs.replicas()).stream())
                .forEach(this::sharedState);
        if (settings.filter(it -> it.sharedState().isEmpty()).isPresent() && looksBack(evaluation)) {
            conditions.add(ConditionTypes.SHARED_STATE_UNAVAILABLE, Status.True, ProgressReason.HistoryNotShared);
        }
        inputs.workload().flatMap(WorkloadState::pendingUpgrade).ifPresent(this::pending);
        outdated.ifPresent(this::outdated);
        return new StatusDecision<>(Optional.of(conditions.list()), again.or(this::failureDue));
    }

    private static Optional<ProgressReason> anonymous(AuthSettings auth) {
        if (auth.allowsAll()) {
            return Optional.of(ProgressReason.AllowAllRequired);
        }
        return auth.mode() == AuthSettings.Mode.Open ? Optional.of(ProgressReason.AuthNotSet) : Optional.empty();
    }

    private static boolean looksBack(Evaluation evaluation) {
        return evaluation.compiled().served().stream()
                .flatMap(served -> served.leaf().access().stream())
                .anyMatch(access -> access.past().findAny().isPresent());
    }

    private void sharedState(AdapterState state) {
        if (state.state() == State.Degraded || state.state() == State.Unavailable) {
            var message = ProgressReason.RatesNotShared.message()
                    + state.message().map(": "::concat).orElse("");
            conditions.add(
                    ConditionTypes.SHARED_STATE_UNAVAILABLE, Status.True, ProgressReason.RatesNotShared, message);
        }
    }

    private void outdated(String kinds) {
        conditions.add(
                ConditionTypes.DEFINITIONS_OUTDATED,
                Status.True,
                ProgressReason.SchemasDiffer,
                ProgressReason.SchemasDiffer.message() + "; they differ in: " + kinds);
    }

    private void pending(PendingUpgrade upgrade) {
        var reason = ProgressReason.WaitsForItsTurn;
        var message =
                "runs %s, and this operator has %s; %s".formatted(upgrade.runs(), upgrade.offered(), reason.message());
        conditions.add(ConditionTypes.UPGRADE_PENDING, Status.True, reason, message);
    }

    /** Of a server of which this generation could not be evaluated. */
    StatusDecision<List<Condition>> of(ServerStatusInputs.Failure failure) {
        var grace = StatusDecision.left(StatusDecision.GRACE, failure.since(), now);
        if (grace.isPresent()) {
            return StatusDecision.leaveFor(grace.get());
        }
        var reason = failure.problem().reason();
        var message = Messages.of(List.of(failure.problem()));
        conditions.keep(ConditionTypes.ACCEPTED).add(ConditionTypes.PROGRAMMED, Status.False, reason, message);
        available();
        converged();
        if (Conditions.holds(before, ConditionTypes.READY, generation)) {
            conditions.keep(ConditionTypes.READY);
        } else {
            conditions.add(ConditionTypes.READY, Status.Unknown, reason, message);
        }
        var again = conditions.unhealthy(true, reason, message);
        conditions
                .keep(ConditionTypes.ANONYMOUS_ACCESS)
                .keep(ConditionTypes.SHARED_STATE_UNAVAILABLE)
                .keep(ConditionTypes.UPGRADE_PENDING);
        outdated.ifPresent(this::outdated);
        return new StatusDecision<>(Optional.of(conditions.list()), again);
    }

    /** The problems of the spec: those that the compiler found, and those of running it. */
    private List<Problem> problems(Evaluation evaluation) {
        var unrunnable = inputs.workload().stream()
                .flatMap(it -> it.problems().stream())
                .filter(it -> !it.reason().isTransient());
        return Stream.concat(evaluation.compiled().problems().stream(), unrunnable)
                .toList();
    }

    private void programmed(Evaluation evaluation, List<Problem> problems) {
        var failure = lasting();
        if (failure.isPresent()) {
            conditions.add(ConditionTypes.PROGRAMMED, List.of(failure.get()));
        } else if (evaluation.committed().isPresent()) {
            conditions.add(ConditionTypes.PROGRAMMED, Status.True, ProgressReason.Published);
        } else if (problems.isEmpty()) {
            conditions.add(ConditionTypes.PROGRAMMED, Status.False, ProgressReason.NothingPublished);
        } else {
            conditions.add(ConditionTypes.PROGRAMMED, problems);
        }
    }

    private void available() {
        if (inputs.available()) {
            conditions.add(ConditionTypes.AVAILABLE, Status.True, ProgressReason.Available);
        } else {
            withoutReplicas().addTo(conditions, ConditionTypes.AVAILABLE);
        }
    }

    private void converged() {
        var running = inputs.replicas().running();
        if (inputs.revision().isEmpty()) {
            conditions.add(ConditionTypes.CONVERGED, Status.Unknown, ProgressReason.NothingPublished);
            return;
        }
        if (running.isEmpty()) {
            conditions.add(ConditionTypes.CONVERGED, Status.Unknown, ProgressReason.NoReadyReplicas);
            return;
        }
        var behind = inputs.replicas().behind(inputs.revision().get());
        var silent = behind.stream().filter(it -> it.answer().isEmpty()).toList();
        if (!silent.isEmpty()) {
            conditions.add(
                    ConditionTypes.CONVERGED,
                    Status.Unknown,
                    ProgressReason.ReplicaUnreachable,
                    "%s of %d replicas do not say what they serve: %s"
                            .formatted(silent.size(), running.size(), names(silent)));
        } else if (behind.isEmpty()) {
            conditions.add(ConditionTypes.CONVERGED, Status.True, ProgressReason.Converged);
        } else {
            conditions.add(
                    ConditionTypes.CONVERGED,
                    Status.False,
                    ProgressReason.Propagating,
                    "%d of %d replicas do not serve the newest revision: %s"
                            .formatted(behind.size(), running.size(), names(behind)));
        }
    }

    private static String names(List<Replica> pods) {
        var first = pods.stream().limit(NAMED_PODS).map(Replica::pod).collect(Collectors.joining(", "));
        return pods.size() <= NAMED_PODS ? first : first + ", …";
    }

    private void ready(Evaluation evaluation, List<Problem> problems) {
        if (!problems.isEmpty()) {
            conditions.add(ConditionTypes.READY, problems);
        } else if (evaluation.committed().isEmpty()) {
            conditions.add(ConditionTypes.READY, Status.False, ProgressReason.NothingPublished);
        } else if (reached()) {
            conditions.add(ConditionTypes.READY, Status.True, ProgressReason.Available);
        } else if (unapplied()) {
            conditions.add(ConditionTypes.READY, Status.False, ProgressReason.NotApplied);
        } else if (asksForNone()) {
            conditions.add(
                    ConditionTypes.READY,
                    Status.True,
                    Reason.ScaledToZero,
                    withoutReplicas().message());
        } else {
            withoutReplicas().addTo(conditions, ConditionTypes.READY);
        }
    }

    /** None is asked for, and none is left: there is nothing to wait for. */
    private boolean asksForNone() {
        return inputs.scaledToZero() && inputs.settled();
    }

    /**
     * Whether the pods of this generation serve, or have: scaling, crashes, failing reconciliations and rollouts that
     * progress have conditions of their own. An upgrade of the operator can end in a stuck rollout.
     */
    private boolean reached() {
        return Conditions.holds(before, ConditionTypes.READY, generation)
                ? !inputs.rolloutIsHeldUp()
                : inputs.available() && inputs.rolledOut().orElse(isNew());
    }

    /** Why the server is not ready: first what its owner has to fix, then failures of the operator. */
    private Optional<NotReady> notReady(Evaluation evaluation, List<Problem> problems) {
        if (!problems.isEmpty()) {
            var isTransient = problems.stream().allMatch(it -> it.reason().isTransient());
            return Optional.of(new NotReady(
                    isTransient,
                    problems.getFirst().reason(),
                    Messages.of(problems),
                    isTransient ? since() : Optional.empty()));
        }
        if (evaluation.committed().isEmpty()) {
            return Optional.of(NotReady.of(ProgressReason.NothingPublished, Optional.empty()));
        }
        if (unapplied() && !Conditions.holds(before, ConditionTypes.READY, generation)) {
            return Optional.of(NotReady.of(ProgressReason.NotApplied, Optional.empty()));
        }
        var available = inputs.available();
        return lasting()
                .map(NotReady::of)
                // Replicas that are on their way beside others are how scaling looks.
                .or(() -> inputs.notReadyReason()
                        .filter(it -> !available || !reached() || it.reason() != Reason.PodsNotReady)
                        .map(NotReady::of))
                .or(() -> Optional.of(withoutReplicas()).filter(_ -> !available && !asksForNone()));
    }

    private Optional<Instant> since() {
        return inputs.evaluated().map(ServerStatusInputs.Evaluated::since);
    }

    /** Of a rollout that gets on, Kubernetes says when it takes too long. */
    private Optional<Duration> unhealthy(NotReady notReady) {
        if (notReady.reason() == Reason.RollingOut) {
            conditions.add(ConditionTypes.RECONCILING, Status.True, notReady.reason(), notReady.message());
            return Optional.empty();
        }
        return conditions.unhealthy(notReady.isTransient(), notReady.reason(), notReady.message());
    }

    /** Whether its pods are those of an older generation, as far as is known; a new server has none. */
    private boolean unapplied() {
        return !isNew() && inputs.workload().isEmpty();
    }

    private boolean isNew() {
        return Conditions.find(before, ConditionTypes.READY).isEmpty();
    }

    private NotReady withoutReplicas() {
        if (inputs.scaledToZero()) {
            return new NotReady(true, Reason.ScaledToZero, "the server is scaled to zero", Optional.empty());
        }
        return inputs.notReadyReason()
                .map(NotReady::of)
                .orElseGet(() -> NotReady.of(ProgressReason.NoReadyReplicas, since()));
    }

    /** The failure that has kept reconciliations from publishing for longer than a moment. */
    private Optional<Problem> lasting() {
        return inputs.failure()
                .filter(it -> StatusDecision.left(StatusDecision.GRACE, it.since(), now)
                        .isEmpty())
                .map(ServerStatusInputs.Failure::problem);
    }

    private Optional<Duration> failureDue() {
        return inputs.failure().flatMap(it -> StatusDecision.left(StatusDecision.GRACE, it.since(), now));
    }

    /** After an edit what stood there stays for a moment: most of what is missing then is on its way. */
    private Optional<Duration> grace(NotReady notReady) {
        var edited = Conditions.find(before, ConditionTypes.READY)
                .flatMap(Condition::observedGeneration)
                .filter(it -> it != generation)
                .isPresent();
        return notReady.since().filter(_ -> edited).flatMap(it -> StatusDecision.left(StatusDecision.GRACE, it, now));
    }

    /** @param since when it was found, where it may be on its way */
    private record NotReady(boolean isTransient, Enum<?> reason, String message, Optional<Instant> since) {
        static NotReady of(Problem problem) {
            return new NotReady(
                    problem.reason().isTransient(), problem.reason(), Messages.of(List.of(problem)), Optional.empty());
        }

        static NotReady of(ProgressReason reason, Optional<Instant> since) {
            return new NotReady(true, reason, reason.message(), since);
        }

        void addTo(Conditions conditions, String type) {
            conditions.add(type, Status.False, reason, message);
        }
    }
}
