package dev.hyperterse.operator.report.replica;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.EvaluationResult;
import java.time.Instant;
import java.util.Optional;

/**
 * The progress of one leaf on one server.
 *
 * @param since the revision that brought it into the catalog as it is, or that a suspended one was first not in; empty where
 *     there is none
 * @param evaluatedAt when that was decided first
 * @param inherited whether the previous leader published it unchanged; its status still holds
 * @param reached whether every replica has served it; stays so when replicas go
 * @param refused why a runtime that has the revision cannot serve the leaf
 * @param unverified why the database refuses its statement; the leaf is served nevertheless
 */
public record LeafProgress(
        LeafIdentity identity,
        EvaluationResult result,
        Optional<Revision> since,
        Instant evaluatedAt,
        boolean inherited,
        boolean reached,
        Optional<Replicas.Refusal> refused,
        Optional<ReplicaAnswer.Unverified> unverified) {
    public static LeafProgress evaluated(
            LeafIdentity identity, EvaluationResult result, Optional<Revision> since, Instant now, boolean inherited) {
        return new LeafProgress(identity, result, since, now, inherited, false, Optional.empty(), Optional.empty());
    }

    /** The progress after the leaf is evaluated again; the same where that changes nothing. */
    public LeafProgress evaluatedAgain(
            LeafIdentity now, EvaluationResult decided, Optional<Revision> revision, Instant instant) {
        if (!identity.equals(now) || !since.equals(revision)) {
            return evaluated(now, decided, revision, instant, false);
        }
        return result.equals(decided)
                ? this
                : new LeafProgress(identity, decided, since, evaluatedAt, inherited, reached, refused, unverified);
    }

    /** The progress once that is known of replicas; the same where that changes nothing. */
    public LeafProgress seenBy(Replicas replicas) {
        // The second is the usual case, of thousands each time a replica says something.
        if (since.isEmpty() || hasNothingToReport() && !replicas.complain()) {
            return this;
        }
        var refusal = replicas.refusal(identity, since.get());
        var served = refusal.isEmpty() && (reached || replicas.reached(since.get()));
        var refusedByDatabase = result.served().flatMap(leaf -> replicas.unverified(leaf.identity(), since.get()));
        return served == reached && refusal.equals(refused) && refusedByDatabase.equals(unverified)
                ? this
                : new LeafProgress(
                        identity,
                        result,
                        since,
                        evaluatedAt,
                        inherited && refusal.isEmpty(),
                        served,
                        refusal,
                        refusedByDatabase);
    }

    private boolean hasNothingToReport() {
        return reached && refused.isEmpty() && unverified.isEmpty();
    }
}
