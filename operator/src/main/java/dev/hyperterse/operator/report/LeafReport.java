package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.Condition;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.report.OnServer.State;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Computes the status of a leaf. A function of what is known and the time. */
final class LeafReport {
    private final ObservedLeaf leaf;
    private final List<OnServer> servers;
    private final Instant now;
    private final Conditions conditions;

    private LeafReport(ObservedLeaf leaf, List<OnServer> servers, Instant now) {
        this.leaf = leaf;
        this.servers = servers;
        this.now = now;
        this.conditions = new Conditions(before(), leaf.generation(), now);
    }

    private List<Condition> before() {
        return leaf.status().map(LeafStatus::conditions).orElse(List.of());
    }

    /** @param places one for each server that the leaf names */
    static Outcome<LeafStatus> of(ObservedLeaf leaf, List<Place> places, Instant now) {
        return new LeafReport(
                        leaf,
                        places.stream().map(it -> OnServer.of(leaf, it, now)).toList(),
                        now)
                .outcome();
    }

    /** The worst of what its servers say: Ready is that all of them serve it. */
    private Outcome<LeafStatus> outcome() {
        if (!all(State.NotJudged.class).isEmpty()) {
            return Outcome.leave();
        }
        if (servers.isEmpty()) {
            conditions.add(Conditions.READY, Status.False, Progress.NoServers);
            return outcome(conditions.unhealthy(false, Progress.NoServers, Progress.NoServers.message()));
        }
        var faulty = all(State.Faulty.class);
        if (!faulty.isEmpty()) {
            return faulty(faulty);
        }
        var blocked = all(State.Blocked.class);
        if (!blocked.isEmpty()) {
            return blocked(blocked);
        }
        var underway = all(State.Underway.class);
        if (!underway.isEmpty()) {
            return notYet(
                    earliest(underway.stream().map(State.Underway::since).toList()),
                    Status.False,
                    Progress.Propagating,
                    Progress.Propagating.message());
        }
        var alone = all(State.Alone.class);
        if (!alone.isEmpty()) {
            return withoutReplicas(
                    earliest(alone.stream().map(State.Alone::since).toList()));
        }
        conditions.add(Conditions.READY, Status.True, Progress.Serving);
        return outcome(Optional.empty());
    }

    /** What is served goes on being served while its server cannot judge. */
    private Outcome<LeafStatus> blocked(List<State.Blocked> blocked) {
        if (Conditions.holds(before(), Conditions.READY, leaf.generation())) {
            return Outcome.leave();
        }
        var first = blocked.getFirst().problem();
        return notYet(
                earliest(blocked.stream().map(State.Blocked::since).toList()),
                Status.Unknown,
                first.reason(),
                Wording.of(List.of(first)));
    }

    /** Ten thousand leaves of a new server would be told it first, and then that they are ready. */
    private Outcome<LeafStatus> withoutReplicas(Optional<Instant> since) {
        var start = since.map(it -> Duration.between(now, it.plus(Outcome.STARTING)))
                .filter(it -> it.isPositive() && leaf.status().isEmpty());
        if (start.isPresent()) {
            return Outcome.leaveFor(start.get());
        }
        conditions.add(Conditions.READY, Status.Unknown, Progress.NoReadyReplicas);
        return outcome(Optional.empty());
    }

    private Outcome<LeafStatus> faulty(List<State.Faulty> faulty) {
        // What only an edit helps with is what its author has to hear of first.
        var worst = faulty.stream().filter(it -> !it.heals()).findFirst().orElse(faulty.getFirst());
        if (worst.reason() == Reason.Suspended) {
            conditions.add(Conditions.READY, Status.False, worst.reason(), worst.message());
            return outcome(Optional.empty());
        }
        if (worst.heals()) {
            return notYet(worst.since(), Status.False, worst.reason(), worst.message());
        }
        conditions.add(Conditions.READY, Status.False, worst.reason(), worst.message());
        return outcome(conditions.unhealthy(false, worst.reason(), worst.message()));
    }

    /** What may pass by itself is not worth a word at first, and something to look at after a while. */
    private Outcome<LeafStatus> notYet(Optional<Instant> since, Status ready, Enum<?> reason, String message) {
        var grace = since.flatMap(it -> Outcome.graceLeft(it, now));
        if (grace.isPresent()) {
            return Outcome.leaveFor(grace.get());
        }
        conditions.add(Conditions.READY, ready, reason, message);
        return outcome(conditions.unhealthy(true, reason, message));
    }

    private static Optional<Instant> earliest(List<Instant> instants) {
        return instants.stream().min(Comparator.naturalOrder());
    }

    private Outcome<LeafStatus> outcome(Optional<Duration> again) {
        var reached = servers.stream().filter(OnServer::reached).count();
        servers.stream()
                .flatMap(it -> it.complaint().stream())
                .findFirst()
                .ifPresent(complaint ->
                        conditions.add(Conditions.UNVERIFIED, Status.True, Reason.StatementUnverified, complaint));
        if (servers.stream().anyMatch(OnServer::textual)) {
            conditions.add(
                    Conditions.TEXTUAL,
                    Status.True,
                    Reason.TextualSubstitution,
                    "values of calls become text of the statement: a caller may run any statement that the adapter's role may");
        }
        var status = new LeafStatus(
                Optional.of(leaf.generation()),
                Optional.of(reached + "/" + servers.size()),
                conditions.list(),
                entries());
        return new Outcome<>(Optional.of(status), again);
    }

    private List<LeafServer> entries() {
        return servers.stream().flatMap(it -> it.entry().stream()).toList();
    }

    private <S extends State> List<S> all(Class<S> kind) {
        return servers.stream()
                .map(OnServer::state)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
