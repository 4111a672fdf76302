package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.Feature;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.compile.Verdict;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What became of a leaf on one server: its entry of {@code status.servers}, and what that means for Ready.
 *
 * @param complaint what the database of the server says against its statement
 * @param textual whether the server serves it with values that become text of its statement
 */
record OnServer(
        ServerKey server, State state, Optional<LeafServer> entry, Optional<String> complaint, boolean textual) {
    /** What one server means for the leaf being ready. */
    sealed interface State {
        /** Served as written, by every replica. */
        record Reached() implements State {}

        /** In the catalog since then, and not everywhere yet. */
        record Underway(Instant since) implements State {}

        /** In the catalog since then, and nobody is there to serve it. */
        record Alone(Instant since) implements State {}

        /**
         * Not served as written.
         *
         * @param since when that was found; empty where nobody noted it
         */
        record Faulty(Enum<?> reason, String message, boolean heals, Optional<Instant> since) implements State {}

        /** The server has not judged this generation yet. */
        record NotJudged() implements State {}

        /** The server has not judged this generation, because it cannot judge anything since then. */
        record Blocked(Problem problem, Instant since) implements State {}
    }

    static OnServer of(ObservedLeaf leaf, Place place, Instant now) {
        var progress = place.progress().filter(it -> judges(it, leaf));
        var before = before(leaf, place.server());
        if (progress.isEmpty() && place.exists()) {
            return new OnServer(place.server(), unjudged(leaf, place), before, Optional.empty(), false);
        }
        if (progress.isEmpty()) {
            var verdict =
                    Verdict.noServer(place.server().namespace(), place.server().name());
            return new OnServer(
                    place.server(),
                    faulty(verdict.problems(), verdict, Optional.empty()),
                    Optional.of(new ServerEntry(leaf, place.server(), before, now).of(verdict)),
                    Optional.empty(),
                    false);
        }
        var state = state(progress.get(), place, before, leaf.generation());
        return new OnServer(
                place.server(),
                state,
                Optional.of(new ServerEntry(leaf, place.server(), before, now).of(progress.get(), state)),
                Complaints.of(leaf, place.server(), progress.get()),
                progress.get()
                        .verdict()
                        .served()
                        .filter(it -> it.requires().contains(Feature.TEXTUAL_STATEMENT))
                        .isPresent());
    }

    boolean reached() {
        return state instanceof State.Reached;
    }

    private static boolean judges(LeafProgress progress, ObservedLeaf leaf) {
        return progress.identity().generation() == leaf.generation()
                && progress.identity().uid().equals(leaf.uid());
    }

    /** Whether a server of another namespace exists is told by its verdict alone. */
    private static State unjudged(ObservedLeaf leaf, Place place) {
        return place.failure()
                .filter(_ -> leaf.key().namespace().equals(place.server().namespace()))
                .<State>map(failure -> new State.Blocked(failure.problem(), failure.since()))
                .orElseGet(State.NotJudged::new);
    }

    private static Optional<LeafServer> before(ObservedLeaf leaf, ServerKey server) {
        return leaf.status().map(LeafStatus::servers).orElse(List.of()).stream()
                .filter(it ->
                        it.namespace().equals(server.namespace()) && it.name().equals(server.name()))
                .findFirst();
    }

    private static State state(LeafProgress progress, Place place, Optional<LeafServer> before, long generation) {
        var verdict = progress.verdict();
        return switch (verdict) {
            case Verdict.Serve _ -> served(progress, place, before, generation);
            case Verdict.KeepLastGood(var _, var problems) -> faulty(problems, verdict, Optional.of(progress.judged()));
            case Verdict.Refuse suspended
            when suspended.problems().isEmpty() ->
                new State.Faulty(suspended.reason(), Wording.of(suspended), false, Optional.empty());
            case Verdict.Refuse(var _, var problems) -> faulty(problems, verdict, Optional.of(progress.judged()));
        };
    }

    private static State faulty(List<Problem> problems, Verdict verdict, Optional<Instant> since) {
        return new State.Faulty(verdict.fault().orElseThrow(), Wording.of(problems), verdict.healsByItself(), since);
    }

    /** What an operator before this one has seen served stays so: replicas come and go, a restart proves nothing. */
    private static State served(LeafProgress progress, Place place, Optional<LeafServer> before, long generation) {
        if (progress.refused().isPresent()) {
            var message = refusal(progress.refused().get());
            return new State.Faulty(Progress.RefusedByRuntime, message, true, Optional.empty());
        }
        var inherited = progress.inherited()
                && before.filter(it -> it.servedGeneration().equals(Optional.of(generation))
                                && Conditions.holds(it.conditions(), ServerEntry.SERVING, generation))
                        .isPresent();
        if (progress.reached() || inherited) {
            return new State.Reached();
        }
        return place.attended()
                .<State>map(since -> new State.Underway(later(since, progress.judged())))
                .orElseGet(() -> new State.Alone(progress.judged()));
    }

    static String refusal(Replicas.Refusal refusal) {
        var version = refusal.version().isEmpty() ? "" : " " + refusal.version();
        return "runtime%s cannot serve it: %s; upgrade the runtime of the server".formatted(version, refusal.reason());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
