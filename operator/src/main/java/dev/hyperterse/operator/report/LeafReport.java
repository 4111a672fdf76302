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
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Computes the status of a leaf. A function of what is known and the time. */
final class LeafReport {
    static final String READY = "Ready";
    static final String RECONCILING = "Reconciling";
    static final String STALLED = "Stalled";

    /** Most changes are served within it; nobody is told about those that are. */
    static final Duration GRACE = Duration.ofSeconds(1);

    /** So long a reason that may pass by itself is given. */
    static final Duration HEALING = Duration.ofMinutes(5);

    private final ObservedLeaf leaf;
    private final List<OnServer> servers;
    private final Instant now;
    private final List<Condition> before;

    private LeafReport(ObservedLeaf leaf, List<OnServer> servers, Instant now) {
        this.leaf = leaf;
        this.servers = servers;
        this.now = now;
        this.before = leaf.status().map(LeafStatus::conditions).orElse(List.of());
    }

    /** @param places one for each server that the leaf names */
    static Outcome<LeafStatus> of(ObservedLeaf leaf, List<Place> places, Instant now) {
        return new LeafReport(
                        leaf,
                        places.stream().map(it -> OnServer.of(leaf, it, now)).toList(),
                        now)
                .outcome();
    }

    private Outcome<LeafStatus> outcome() {
        if (servers.stream().anyMatch(it -> it.state() instanceof State.NotJudged)) {
            return Outcome.leave();
        }
        var faulty = all(State.Faulty.class);
        if (!faulty.isEmpty()) {
            return faulty(faulty);
        }
        var conditions = new Conditions(before, leaf.generation(), now);
        if (servers.isEmpty()) {
            conditions.add(READY, Status.False, Progress.NoServers);
            return outcome(conditions, Optional.empty());
        }
        var underway = all(State.Underway.class);
        if (!underway.isEmpty()) {
            var since = underway.stream().map(State.Underway::since).min(Comparator.naturalOrder());
            var grace = Duration.between(now, since.orElseThrow().plus(GRACE));
            if (grace.isPositive()) {
                return Outcome.leaveFor(grace);
            }
            conditions
                    .add(READY, Status.False, Progress.Propagating)
                    .add(RECONCILING, Status.True, Progress.Propagating);
        } else if (servers.stream().allMatch(OnServer::reached)) {
            conditions.add(READY, Status.True, Progress.Serving);
        } else {
            conditions.add(READY, Status.Unknown, Progress.NoReadyReplicas);
        }
        return outcome(conditions, Optional.empty());
    }

    private Outcome<LeafStatus> faulty(List<State.Faulty> faulty) {
        // What only an edit helps with is what its author has to hear of first.
        var worst = faulty.stream().filter(it -> !it.heals()).findFirst().orElse(faulty.getFirst());
        var conditions = new Conditions(before, leaf.generation(), now)
                .add(READY, Status.False, worst.reason(), worst.message());
        if (worst.reason() == Reason.Suspended) {
            return outcome(conditions, Optional.empty());
        }
        var patience = worst.heals() ? patience() : Duration.ZERO;
        if (!patience.isPositive()) {
            conditions.add(STALLED, Status.True, worst.reason(), worst.message());
            return outcome(conditions, Optional.empty());
        }
        conditions.add(RECONCILING, Status.True, worst.reason(), worst.message());
        return outcome(conditions, Optional.of(patience));
    }

    /** What is left of the time in which it may heal; counted from the first word about it. */
    private Duration patience() {
        if (Conditions.holds(before, STALLED, leaf.generation())) {
            return Duration.ZERO;
        }
        return Conditions.find(before, RECONCILING)
                .filter(it -> it.status() == Status.True)
                .flatMap(it -> instant(it.lastTransitionTime()))
                .map(since -> Duration.between(now, since.plus(HEALING)))
                .orElse(HEALING);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException editedByHand) {
            return Optional.empty();
        }
    }

    private Outcome<LeafStatus> outcome(Conditions conditions, Optional<Duration> again) {
        var reached = servers.stream().filter(OnServer::reached).count();
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
