package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.compile.Verdict;
import java.time.Instant;
import java.util.Optional;

/**
 * Where one leaf stands on one server.
 *
 * @param since the revision that brought it into the catalog as it is; empty where it is not served
 * @param judged when that was decided first
 * @param inherited decided before by the process before this one, for all that is known
 * @param reached whether every replica has served it; stays so whatever becomes of replicas
 */
record Standing(
        LeafIdentity identity,
        Verdict verdict,
        Optional<Revision> since,
        Instant judged,
        boolean inherited,
        boolean reached) {
    boolean sameContent(Standing other) {
        return identity.equals(other.identity) && since.equals(other.since);
    }

    Standing after(Standing before) {
        return new Standing(identity, verdict, since, before.judged, before.inherited, before.reached);
    }

    Standing seenBy(Replicas replicas) {
        return reached || since.isEmpty() || !replicas.reached(since.get())
                ? this
                : new Standing(identity, verdict, since, judged, inherited, true);
    }
}
