package dev.hyperterse.operator.report.definition;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.LeafServer;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.condition.Messages;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.condition.ProgressReason;
import dev.hyperterse.operator.report.replica.LeafProgress;
import dev.hyperterse.operator.report.replica.ObjectProgress;
import dev.hyperterse.operator.report.server.ServerStatusInputs;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a leaf on one server: its entry of {@code status.servers}, and its effect on Ready.
 *
 * @param unverified why the database of the server refuses its statement
 * @param textual whether the server serves it with values that become text of its statement
 */
public record LeafOnServer(
        ServingState state, Optional<LeafServer> entry, Optional<String> unverified, boolean textual) {
    /**
     * One of the servers that the leaf names.
     *
     * @param inputs what is known of it; something may be left of one that does not exist any more
     */
    public record NamedServer(ServerKey key, boolean exists, ServerStatusInputs inputs) {}

    /** The readiness of the leaf on one server, the worst first. */
    enum Readiness {
        /** The server has not evaluated this generation yet. */
        NOT_EVALUATED(Status.Unknown, Status.Unknown),
        /** Not served as written, until its author or an administrator edits something. */
        FAULTY(Status.False, Status.False),
        /** Not served as written, which may pass by itself. */
        TRANSIENTLY_FAULTY(Status.False, Status.False),
        /** The server cannot evaluate anything. */
        SERVER_FAILING(Status.Unknown, Status.Unknown),
        /** In the catalog, and not on every replica yet. */
        PROPAGATING(Status.False, Status.Unknown),
        /** In the catalog, and no replica is there to serve it. */
        NO_REPLICAS(Status.Unknown, Status.Unknown),
        /** In the catalog, and no replica is asked for that could serve it. */
        SCALED_TO_ZERO(Status.True, Status.Unknown),
        /** Its author has suspended it, and no replica serves it. */
        SUSPENDED(Status.True, Status.False),
        /** Served as written, by every replica. */
        SERVING(Status.True, Status.True);

        private final Status ready;
        private final Status serving;

        Readiness(Status ready, Status serving) {
            this.ready = ready;
            this.serving = serving;
        }

        /** The status of the leaf's condition Ready. */
        Status ready() {
            return ready;
        }

        /** The status of the entry's condition Serving, unless an older version is served. */
        Status serving() {
            return serving;
        }
    }

    /** @param since when it began; empty where that is not known */
    record ServingState(Readiness readiness, Enum<?> reason, String message, Optional<Instant> since) {
        static ServingState of(Readiness readiness, ProgressReason reason, Optional<Instant> since) {
            return new ServingState(readiness, reason, reason.message(), since);
        }

        private static ServingState faulty(EvaluationResult result, Optional<Instant> since) {
            return new ServingState(
                    result.isTransient() ? Readiness.TRANSIENTLY_FAULTY : Readiness.FAULTY,
                    result.fault().orElseThrow(),
                    Messages.of(result.problems()),
                    since);
        }
    }

    static LeafOnServer of(ObservedLeaf leaf, NamedServer server, PreviousStatus<LeafStatus> previous, Instant now) {
        var entry = previous.status().flatMap(it -> entry(it, server.key()));
        var before = entry.filter(_ -> previous.trusted());
        var progress =
                Optional.ofNullable(server.inputs().leaves().get(leaf.key())).filter(it -> evaluates(it, leaf));
        if (progress.isPresent()) {
            return progress.get()
                    .whole()
                    .map(it -> of(leaf, server, it, before, now))
                    .orElseGet(() -> ItemsOnServer.of(leaf, server, progress.get(), before, now));
        }
        if (server.exists()) {
            var kept = previous.trusted() ? entry : entry.map(LeafServerEntry::unverified);
            return new LeafOnServer(notEvaluated(leaf, server), kept, Optional.empty(), false);
        }
        var result =
                EvaluationResult.noServer(server.key().namespace(), server.key().name());
        var state = ServingState.faulty(result, Optional.empty());
        var refused = LeafServerEntry.of(leaf, server.key(), result, Optional.empty(), state, before, now);
        return new LeafOnServer(state, Optional.of(refused), Optional.empty(), false);
    }

    private static LeafOnServer of(
            ObservedLeaf leaf, NamedServer server, LeafProgress progress, Optional<LeafServer> before, Instant now) {
        var result = progress.result();
        var state = state(progress, server.inputs(), before, leaf.generation());
        var entry = LeafServerEntry.of(leaf, server.key(), result, progress.refused(), state, before, now);
        var textual = result.served().flatMap(Leaf::asked).filter(LeafOnServer::isTextual);
        return new LeafOnServer(
                state,
                Optional.of(entry),
                UnverifiedStatement.message(leaf, server.key(), progress),
                textual.isPresent());
    }

    /** The state of one leaf on the server. */
    static ServingState state(
            LeafProgress progress, ServerStatusInputs server, Optional<LeafServer> before, long generation) {
        return switch (progress.result()) {
            case EvaluationResult.Serve _ -> served(progress, server, before, generation);
            case EvaluationResult.Refuse refusal
            when refusal.suspended() -> suspended(refusal, progress, server, before, generation);
            case EvaluationResult.Refuse _, EvaluationResult.KeepLastGood _ ->
                ServingState.faulty(progress.result(), Optional.of(progress.evaluatedAt()));
        };
    }

    private static boolean isTextual(Action action) {
        return action instanceof Action.RunSql sql && sql.statement().textual();
    }

    /**
     * A leaf that a previous operator process has reported as served stays reported: a restart of the operator proves
     * nothing about replicas.
     */
    private static ServingState served(
            LeafProgress progress, ServerStatusInputs server, Optional<LeafServer> before, long generation) {
        if (progress.refused().isPresent()) {
            var message = progress.refused().get().message();
            return new ServingState(
                    Readiness.TRANSIENTLY_FAULTY, ProgressReason.RefusedByRuntime, message, Optional.empty());
        }
        var inherited = progress.inherited()
                && before.filter(it -> it.servedGeneration().equals(Optional.of(generation))
                                && Conditions.holds(it.conditions(), ConditionTypes.SERVING, generation))
                        .isPresent();
        if (progress.reached() || inherited) {
            return ServingState.of(Readiness.SERVING, ProgressReason.Serving, Optional.empty());
        }
        var since = progress.evaluatedAt();
        if (server.servableSince().isEmpty() && server.scaledToZero()) {
            return new ServingState(
                    Readiness.SCALED_TO_ZERO, Reason.ScaledToZero, "its server is scaled to zero", Optional.empty());
        }
        return server.servableSince()
                .map(it -> it.isAfter(since) ? it : since)
                .map(it -> ServingState.of(Readiness.PROPAGATING, ProgressReason.Propagating, Optional.of(it)))
                .orElseGet(() ->
                        ServingState.of(Readiness.NO_REPLICAS, ProgressReason.NoReadyReplicas, Optional.of(since)));
    }

    /** A leaf that was seen withdrawn stays so, as one that was seen served does. */
    private static ServingState suspended(
            EvaluationResult.Refuse refusal,
            LeafProgress progress,
            ServerStatusInputs server,
            Optional<LeafServer> before,
            long generation) {
        var seen = before.filter(it -> Conditions.find(it.conditions(), ConditionTypes.SERVING)
                        .filter(serving ->
                                serving.reason().equals(refusal.reason().name())
                                        && serving.observedGeneration().equals(Optional.of(generation)))
                        .isPresent())
                .isPresent();
        return progress.reached() || seen || server.servableSince().isEmpty()
                ? new ServingState(Readiness.SUSPENDED, refusal.reason(), Messages.of(refusal), Optional.empty())
                : new ServingState(
                        Readiness.PROPAGATING,
                        ProgressReason.Propagating,
                        "not every replica has dropped it yet",
                        Optional.of(progress.evaluatedAt()));
    }

    private static boolean evaluates(ObjectProgress progress, ObservedLeaf leaf) {
        return progress.leaves().stream()
                .map(LeafProgress::identity)
                .allMatch(it ->
                        it.generation() == leaf.generation() && it.objectUid().equals(leaf.uid()));
    }

    /** Only an evaluation result may reveal whether a server of another namespace exists. */
    private static ServingState notEvaluated(ObservedLeaf leaf, NamedServer server) {
        return server.inputs()
                .failure()
                .filter(_ -> leaf.key().namespace().equals(server.key().namespace()))
                .map(it -> new ServingState(
                        Readiness.SERVER_FAILING,
                        it.problem().reason(),
                        Messages.of(List.of(it.problem())),
                        Optional.of(it.since())))
                .orElseGet(
                        () -> ServingState.of(Readiness.NOT_EVALUATED, ProgressReason.Propagating, Optional.empty()));
    }

    private static Optional<LeafServer> entry(LeafStatus status, ServerKey server) {
        return status.servers().stream()
                .filter(it ->
                        it.namespace().equals(server.namespace()) && it.name().equals(server.name()))
                .findFirst();
    }
}
