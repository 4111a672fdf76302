package dev.hyperterse.operator.report.definition;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.condition.ProgressReason;
import dev.hyperterse.operator.report.condition.StatusDecision;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.definition.LeafOnServer.Readiness;
import dev.hyperterse.operator.report.definition.LeafOnServer.ServingState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Computes the status of a leaf. A function of what is known, the previous status and the time. */
public final class LeafReport {
    private final ObservedLeaf leaf;
    private final List<LeafOnServer> servers;
    private final Optional<LeafStatus> previous;
    private final List<Condition> before;
    private final Instant now;
    private final Conditions conditions;

    private LeafReport(
            ObservedLeaf leaf, List<LeafOnServer> servers, PreviousStatus<LeafStatus> previous, Instant now) {
        this.leaf = leaf;
        this.servers = servers;
        this.previous = previous.status();
        this.before = previous.conditions(LeafStatus::conditions);
        this.now = now;
        this.conditions = new Conditions(before, leaf.generation(), now);
    }

    /** @param servers one for each server that the leaf names */
    public static StatusDecision<LeafStatus> of(
            ObservedLeaf leaf, List<NamedServer> servers, PreviousStatus<LeafStatus> previous, Instant now) {
        var each = servers.stream()
                .map(it -> LeafOnServer.of(leaf, it, previous, now))
                .toList();
        return new LeafReport(leaf, each, previous, now).outcome();
    }

    /** The worst of what its servers say: Ready is that all of them serve it. */
    private StatusDecision<LeafStatus> outcome() {
        var worst = worst();
        if (stays(worst)) {
            return StatusDecision.leave();
        }
        var wait = untilReported(worst);
        if (wait.isPresent()) {
            return StatusDecision.leaveFor(wait.get());
        }
        conditions.add(ConditionTypes.READY, worst.readiness().ready(), worst.reason(), worst.message());
        var again =
                switch (worst.readiness()) {
                    case FAULTY -> conditions.unhealthy(false, worst.reason(), worst.message());
                    case TRANSIENTLY_FAULTY, SERVER_FAILING, PROPAGATING ->
                        conditions.unhealthy(true, worst.reason(), worst.message());
                    case NOT_EVALUATED, NO_REPLICAS, SCALED_TO_ZERO, SUSPENDED, SERVING -> Optional.<Duration>empty();
                };
        warn();
        return new StatusDecision<>(Optional.of(status()), again);
    }

    /** The first of them says why; of those that say the same, the time of the one that began first counts. */
    private ServingState worst() {
        if (servers.isEmpty()) {
            return ServingState.of(Readiness.FAULTY, ProgressReason.NoServers, Optional.empty());
        }
        var states = servers.stream().map(LeafOnServer::state).toList();
        var worst = Collections.min(states, Comparator.comparing(ServingState::readiness));
        var since = states.stream()
                .filter(it -> it.readiness() == worst.readiness())
                .flatMap(it -> it.since().stream())
                .min(Comparator.naturalOrder());
        return new ServingState(worst.readiness(), worst.reason(), worst.message(), since);
    }

    /** A served leaf stays served while its server cannot be evaluated. */
    private boolean stays(ServingState worst) {
        return worst.readiness() == Readiness.NOT_EVALUATED
                || worst.readiness() == Readiness.SERVER_FAILING
                        && Conditions.holds(before, ConditionTypes.READY, leaf.generation());
    }

    /** A problem that may pass by itself is not reported at first. */
    private Optional<Duration> untilReported(ServingState worst) {
        return worst.since().flatMap(since -> switch (worst.readiness()) {
            case TRANSIENTLY_FAULTY, SERVER_FAILING, PROPAGATING ->
                StatusDecision.left(StatusDecision.GRACE, since, now);
            // Else ten thousand leaves of a new server would get that status first, and then that they are ready.
            case NO_REPLICAS ->
                StatusDecision.left(StatusDecision.STARTING, since, now).filter(_ -> previous.isEmpty());
            case NOT_EVALUATED, FAULTY, SCALED_TO_ZERO, SUSPENDED, SERVING -> Optional.empty();
        });
    }

    private void warn() {
        servers.stream()
                .flatMap(it -> it.unverified().stream())
                .findFirst()
                .ifPresent(message -> conditions.add(
                        ConditionTypes.STATEMENT_UNVERIFIED, Status.True, Reason.StatementUnverified, message));
        if (servers.stream().anyMatch(LeafOnServer::textual)) {
            conditions.add(
                    ConditionTypes.TEXTUAL_SUBSTITUTION,
                    Status.True,
                    Reason.TextualSubstitution,
                    "values of calls become text of the statement: a caller may run any statement that the adapter's role may");
        }
    }

    private LeafStatus status() {
        var serving = servers.stream()
                .filter(it -> it.state().readiness() == Readiness.SERVING)
                .count();
        List<LeafServer> entries =
                servers.stream().flatMap(it -> it.entry().stream()).toList();
        return new LeafStatus(
                Optional.of(leaf.generation()),
                Optional.of(serving + "/" + servers.size()),
                conditions.list(),
                entries);
    }
}
