package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.operator.compile.Verdict;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.report.OnServer.State;
import dev.hyperterse.operator.resolve.ObservedLeaf;
import dev.hyperterse.operator.resolve.ServerKey;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a leaf's entry of {@code status.servers} for one server. */
final class ServerEntry {
    static final String ACCEPTED = "Accepted";
    static final String RESOLVED = "ResolvedRefs";
    static final String SERVING = "Serving";

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

    private final ObservedLeaf leaf;
    private final ServerKey server;
    private final Optional<LeafServer> before;
    private final Conditions conditions;

    ServerEntry(ObservedLeaf leaf, ServerKey server, Optional<LeafServer> before, Instant now) {
        this.leaf = leaf;
        this.server = server;
        this.before = before;
        this.conditions = new Conditions(before.map(LeafServer::conditions).orElse(List.of()), leaf.generation(), now);
    }

    /** Of a server that there is not. */
    LeafServer of(Verdict.Refuse refusal) {
        judge(refusal);
        notServing(refusal);
        return entry(refusal, Optional.empty());
    }

    LeafServer of(LeafProgress progress, State state) {
        var verdict = progress.verdict();
        judge(verdict);
        switch (verdict) {
            case Verdict.Refuse refusal -> notServing(refusal);
            case Verdict.KeepLastGood(var kept, var _) -> serving(progress, kept.identity());
            case Verdict.Serve _ -> serving(progress, state);
        }
        return entry(verdict, servedGeneration(progress, state));
    }

    private LeafServer entry(Verdict verdict, Optional<Long> servedGeneration) {
        return new LeafServer(
                server.namespace(),
                server.name(),
                verdict.served().filter(ToolLeaf.class::isInstance).map(it -> it.publicName()),
                Optional.of(leaf.generation()),
                servedGeneration,
                conditions.list());
    }

    private void judge(Verdict verdict) {
        if (verdict instanceof Verdict.Refuse suspended && suspended.problems().isEmpty()) {
            conditions.add(ACCEPTED, Status.False, suspended.reason(), Wording.of(suspended));
        } else {
            judge(ACCEPTED, problems(verdict, false));
        }
        judge(RESOLVED, problems(verdict, true));
    }

    private void judge(String type, List<Problem> problems) {
        if (problems.isEmpty()) {
            conditions.add(type, Status.True, Progress.Sound);
        } else {
            conditions.add(type, Status.False, problems.getFirst().reason(), Wording.of(problems));
        }
    }

    private static List<Problem> problems(Verdict verdict, boolean ofReferences) {
        return verdict.problems().stream()
                .filter(problem -> REFERENCES.contains(problem.reason()) == ofReferences)
                .toList();
    }

    private void notServing(Verdict.Refuse refusal) {
        conditions.add(SERVING, Status.False, refusal.reason(), Wording.of(refusal));
    }

    private void serving(LeafProgress progress, LeafIdentity kept) {
        progress.refused()
                .ifPresentOrElse(
                        this::refused,
                        () -> conditions.add(
                                SERVING,
                                Status.True,
                                Progress.LastGoodVersion,
                                "generation %d is served".formatted(kept.generation())));
    }

    private void serving(LeafProgress progress, State state) {
        switch (state) {
            case State.Reached _ -> conditions.add(SERVING, Status.True, Progress.Serving);
            case State.Alone _ -> conditions.add(SERVING, Status.Unknown, Progress.NoReadyReplicas);
            case State.Faulty _ -> progress.refused().ifPresent(this::refused);
            case State.Underway _, State.NotJudged _, State.Blocked _ ->
                conditions.add(SERVING, Status.Unknown, Progress.Propagating);
        }
    }

    private void refused(Replicas.Refusal refusal) {
        conditions.add(SERVING, Status.False, Progress.RefusedByRuntime, OnServer.refusal(refusal));
    }

    /** While the newest is on its way, what was served before still is. */
    private Optional<Long> servedGeneration(LeafProgress progress, State state) {
        return switch (progress.verdict()) {
            case Verdict.Serve(var served) ->
                state instanceof State.Reached
                        ? Optional.of(served.identity().generation())
                        : before.flatMap(LeafServer::servedGeneration)
                                .filter(_ -> progress.refused().isEmpty());
            case Verdict.KeepLastGood(var kept, var _) ->
                progress.refused().isPresent()
                        ? Optional.empty()
                        : Optional.of(kept.identity().generation());
            case Verdict.Refuse _ -> Optional.empty();
        };
    }
}
