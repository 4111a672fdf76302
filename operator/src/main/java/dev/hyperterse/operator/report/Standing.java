package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.compile.Verdict;
import dev.hyperterse.operator.resolve.LeafKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Where one leaf stands on one server.
 *
 * @param since the revision that brought it into the catalog as it is; empty where it is not served
 * @param judged when that was decided first
 * @param inherited the process before this one has published it as it is: what its status says of it still holds
 * @param reached whether every replica has served it; stays so whatever becomes of replicas
 * @param refused the word of a runtime that has the revision and cannot serve the leaf
 */
record Standing(
        LeafIdentity identity,
        Verdict verdict,
        Optional<Revision> since,
        Instant judged,
        boolean inherited,
        boolean reached,
        Optional<Replicas.Refusal> refused) {
    static Standing judged(
            LeafIdentity identity, Verdict verdict, Optional<Revision> since, Instant now, boolean inherited) {
        return new Standing(identity, verdict, since, now, inherited, false, Optional.empty());
    }

    boolean sameContent(Standing other) {
        return identity.equals(other.identity) && since.equals(other.since);
    }

    Standing after(Standing before) {
        return new Standing(identity, verdict, since, before.judged, before.inherited, before.reached, before.refused);
    }

    Standing seenBy(Replicas replicas) {
        if (since.isEmpty()) {
            return this;
        }
        var refusal = replicas.refusal(LeafKey.of(identity), since.get());
        var served = refusal.isEmpty() && (reached || replicas.reached(since.get()));
        return served == reached && refusal.equals(refused)
                ? this
                : new Standing(identity, verdict, since, judged, inherited && refusal.isEmpty(), served, refusal);
    }
}
