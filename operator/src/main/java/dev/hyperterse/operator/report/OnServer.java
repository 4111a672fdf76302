package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.compile.Verdict;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What became of a leaf on one server: its entry of {@code status.servers}, and what that means for Ready. */
record OnServer(ServerKey server, State state, Optional<LeafServer> entry) {
    static final String ACCEPTED = "Accepted";
    static final String RESOLVED = "ResolvedRefs";
    static final String SERVING = "Serving";

    /** The only refusal without a problem. */
    private static final String SUSPENDED = "spec.suspend is true";

    /** Reasons that lie with what a leaf refers to and not with what it holds. */
    private static final Set<Reason> REFERENCES = EnumSet.of(
            Reason.AdapterNotFound,
            Reason.AdapterFaulty,
            Reason.PluginNotFound,
            Reason.EnvNotFound,
            Reason.ConfigMapNotFound,
            Reason.SecretNotFound,
            Reason.KeyNotFound,
            Reason.NotAllowedAdapter,
            Reason.NotAllowedEnv,
            Reason.NotAllowedPlugin,
            Reason.NotAllowedScript);

    /** What one server means for the leaf being ready. */
    sealed interface State {
        /** Served as written, by every replica. */
        record Reached() implements State {}

        /** In the catalog since then, and not everywhere yet. */
        record Underway(Instant since) implements State {}

        /** In the catalog, and nobody is there to serve it. */
        record Alone() implements State {}

        /** Not served as written. */
        record Faulty(Reason reason, String message, boolean heals) implements State {}

        /** The server has not judged this generation yet. */
        record NotJudged() implements State {}
    }

    static OnServer of(ObservedLeaf leaf, Place place, Instant now) {
        var standing = place.standing().filter(it -> judges(it, leaf));
        if (place.exists() && standing.isEmpty()) {
            return new OnServer(place.server(), new State.NotJudged(), Optional.empty());
        }
        var verdict = standing.map(Standing::verdict)
                .orElseGet(() -> Verdict.noServer(
                        place.server().namespace(), place.server().name()));
        var before = before(leaf, place.server());
        var state =
                switch (verdict) {
                    case Verdict.Serve _ -> served(standing.orElseThrow(), place, before, leaf.generation());
                    case Verdict.KeepLastGood(var _, var problems) ->
                        new State.Faulty(problems.getFirst().reason(), describe(problems), verdict.healsByItself());
                    case Verdict.Refuse(var reason, var problems) ->
                        new State.Faulty(reason, describe(problems), verdict.healsByItself());
                };
        return new OnServer(
                place.server(), state, Optional.of(entry(leaf, place.server(), verdict, state, before, now)));
    }

    boolean reached() {
        return state instanceof State.Reached;
    }

    private static boolean judges(Standing standing, ObservedLeaf leaf) {
        return standing.identity().generation() == leaf.generation()
                && standing.identity().uid().equals(leaf.uid());
    }

    private static Optional<LeafServer> before(ObservedLeaf leaf, ServerKey server) {
        return leaf.status().map(LeafStatus::servers).orElse(List.of()).stream()
                .filter(it ->
                        it.namespace().equals(server.namespace()) && it.name().equals(server.name()))
                .findFirst();
    }

    /** What an operator before this one has seen served stays so: replicas come and go, a restart proves nothing. */
    private static State served(Standing standing, Place place, Optional<LeafServer> before, long generation) {
        var inherited = standing.inherited()
                && before.filter(it -> it.servedGeneration().equals(Optional.of(generation))
                                && Conditions.holds(it.conditions(), SERVING, generation))
                        .isPresent();
        if (standing.reached() || inherited) {
            return new State.Reached();
        }
        return place.replicas() ? new State.Underway(standing.judged()) : new State.Alone();
    }

    private static LeafServer entry(
            ObservedLeaf leaf,
            ServerKey server,
            Verdict verdict,
            State state,
            Optional<LeafServer> before,
            Instant now) {
        var conditions = new Conditions(before.map(LeafServer::conditions).orElse(List.of()), leaf.generation(), now);
        judge(conditions, ACCEPTED, verdict, problemsOf(verdict, false));
        judge(conditions, RESOLVED, verdict, problemsOf(verdict, true));
        serving(conditions, verdict, state);
        return new LeafServer(
                server.namespace(),
                server.name(),
                verdict.served().filter(ToolLeaf.class::isInstance).map(it -> it.publicName()),
                Optional.of(leaf.generation()),
                servedGeneration(verdict, state, before),
                conditions.list());
    }

    private static List<Problem> problemsOf(Verdict verdict, boolean references) {
        return verdict.problems().stream()
                .filter(problem -> REFERENCES.contains(problem.reason()) == references)
                .toList();
    }

    private static void judge(Conditions conditions, String type, Verdict verdict, List<Problem> problems) {
        if (!problems.isEmpty()) {
            conditions.add(type, Status.False, problems.getFirst().reason(), describe(problems));
        } else if (type.equals(ACCEPTED)
                && verdict instanceof Verdict.Refuse(var reason, var others)
                && others.isEmpty()) {
            conditions.add(type, Status.False, reason, SUSPENDED);
        } else {
            conditions.add(type, Status.True, Progress.Sound);
        }
    }

    private static void serving(Conditions conditions, Verdict verdict, State state) {
        switch (verdict) {
            case Verdict.KeepLastGood(var leaf, var _) ->
                conditions.add(
                        SERVING,
                        Status.True,
                        Progress.LastGoodVersion,
                        "generation %d is served".formatted(leaf.identity().generation()));
            case Verdict.Refuse(var reason, var problems) ->
                conditions.add(SERVING, Status.False, reason, describe(problems));
            case Verdict.Serve _ -> {
                switch (state) {
                    case State.Reached _ -> conditions.add(SERVING, Status.True, Progress.Serving);
                    case State.Alone _ -> conditions.add(SERVING, Status.Unknown, Progress.NoReadyReplicas);
                    case State.Underway _, State.Faulty _, State.NotJudged _ ->
                        conditions.add(SERVING, Status.Unknown, Progress.Propagating);
                }
            }
        }
    }

    /** While the newest is on its way, what was served before still is. */
    private static Optional<Long> servedGeneration(Verdict verdict, State state, Optional<LeafServer> before) {
        return switch (verdict) {
            case Verdict.Serve(var leaf) ->
                state instanceof State.Reached
                        ? Optional.of(leaf.identity()).map(LeafIdentity::generation)
                        : before.flatMap(LeafServer::servedGeneration);
            case Verdict.KeepLastGood(var leaf, var _) ->
                Optional.of(leaf.identity()).map(LeafIdentity::generation);
            case Verdict.Refuse _ -> Optional.empty();
        };
    }

    private static String describe(List<Problem> problems) {
        return problems.isEmpty()
                ? SUSPENDED
                : problems.stream().map(Problem::describe).collect(Collectors.joining("\n"));
    }
}
