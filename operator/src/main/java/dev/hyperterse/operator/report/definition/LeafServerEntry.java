package dev.hyperterse.operator.report.definition;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.Messages;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.condition.ProgressReason;
import dev.hyperterse.operator.report.definition.LeafOnServer.Readiness;
import dev.hyperterse.operator.report.definition.LeafOnServer.ServingState;
import dev.hyperterse.operator.report.replica.Replicas;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a leaf's entry of {@code status.servers} for one server. */
final class LeafServerEntry {
    /** Reasons that lie with what a leaf refers to and not with what it holds. */
    private static final Set<Reason> REFERENCES = EnumSet.of(
            Reason.AdapterNotFound,
            Reason.AdapterFaulty,
            Reason.PluginNotFound,
            Reason.EnvNotFound,
            Reason.ConfigMapNotFound,
            Reason.SecretNotFound,
            Reason.OperatorFull,
            Reason.KeyNotFound,
            Reason.NotAllowedAdapter,
            Reason.NotAllowedEnv,
            Reason.NotAllowedPlugin,
            Reason.NotAllowedScript);

    private LeafServerEntry() {}

    /** @param refused by the runtime of a replica */
    static LeafServer of(
            ObservedLeaf leaf,
            ServerKey server,
            EvaluationResult result,
            Optional<Replicas.Refusal> refused,
            ServingState state,
            Optional<LeafServer> before,
            Instant now) {
        var conditions = new Conditions(before.map(LeafServerEntry::ours).orElse(List.of()), leaf.generation(), now);
        if (result instanceof EvaluationResult.Refuse refusal && refusal.suspended()) {
            conditions.add(ConditionTypes.ACCEPTED, Status.False, refusal.reason(), Messages.of(refusal));
        } else {
            conditions.add(ConditionTypes.ACCEPTED, problems(result, false));
        }
        conditions.add(ConditionTypes.RESOLVED_REFS, problems(result, true));
        if (saysWhyNoVersionStays(result, before, leaf.generation())) {
            conditions.keep(ConditionTypes.SERVING);
        } else {
            serving(conditions, result, refused, state);
        }
        return new LeafServer(
                server.namespace(),
                server.name(),
                result.served().filter(ToolLeaf.class::isInstance).map(it -> it.publicName()),
                Optional.of(leaf.generation()),
                servedGeneration(result, refused, state, before),
                Optional.empty(),
                conditions.list());
    }

    /** An entry has no conditions of other writers: the list of them is the operator's. */
    static List<Condition> ours(LeafServer entry) {
        return entry.conditions().stream()
                .filter(it -> ConditionTypes.ofTheOperator(it.type()))
                .toList();
    }

    /** One that another writer may have written, without what has to be found so again. */
    static LeafServer unverified(LeafServer entry) {
        return new LeafServer(
                entry.namespace(),
                entry.name(),
                entry.toolName(),
                entry.generation(),
                Optional.empty(),
                entry.items(),
                ours(entry).stream().map(PreviousStatus::unverified).toList());
    }

    private static List<Problem> problems(EvaluationResult result, boolean ofReferences) {
        return problems(result.problems(), ofReferences);
    }

    /** Those of what a definition refers to, or those of what it holds. */
    static List<Problem> problems(List<Problem> problems, boolean ofReferences) {
        return problems.stream()
                .filter(problem -> problem.reason() != Reason.LastGoodLessStrict)
                .filter(problem -> REFERENCES.contains(problem.reason()) == ofReferences)
                .toList();
    }

    /** The next evaluation does not know any more what was published, and why it could not stay. */
    private static boolean saysWhyNoVersionStays(
            EvaluationResult result, Optional<LeafServer> before, long generation) {
        return result instanceof EvaluationResult.Refuse refusal
                && refusal.reason() == Reason.NoLastGoodVersion
                && before.flatMap(it -> Conditions.find(it.conditions(), ConditionTypes.SERVING))
                        .filter(it -> it.reason().equals(Reason.LastGoodLessStrict.name()))
                        .flatMap(Condition::observedGeneration)
                        .filter(it -> it == generation)
                        .isPresent();
    }

    private static void serving(
            Conditions conditions, EvaluationResult result, Optional<Replicas.Refusal> refused, ServingState state) {
        var status = state.readiness().serving();
        switch (result) {
            case EvaluationResult.KeepLastGood(var kept, var _) ->
                refused.ifPresentOrElse(
                        it -> conditions.add(
                                ConditionTypes.SERVING, Status.False, ProgressReason.RefusedByRuntime, it.message()),
                        () -> conditions.add(
                                ConditionTypes.SERVING,
                                Status.True,
                                ProgressReason.LastGoodVersion,
                                "generation %d is served"
                                        .formatted(kept.identity().generation())));
            case EvaluationResult.Refuse refusal
            when status == Status.False ->
                conditions.add(ConditionTypes.SERVING, status, refusal.reason(), Messages.of(refusal));
            case EvaluationResult.Refuse _, EvaluationResult.Serve _ ->
                conditions.add(ConditionTypes.SERVING, status, state.reason(), state.message());
        }
    }

    /** While the newest is on its way, what was served before still is. */
    private static Optional<Long> servedGeneration(
            EvaluationResult result,
            Optional<Replicas.Refusal> refused,
            ServingState state,
            Optional<LeafServer> before) {
        var isServed = result instanceof EvaluationResult.KeepLastGood || state.readiness() == Readiness.SERVING;
        return result.served()
                .filter(_ -> refused.isEmpty())
                .flatMap(leaf -> isServed
                        ? Optional.of(leaf.identity().generation())
                        : before.flatMap(LeafServer::servedGeneration));
    }
}
