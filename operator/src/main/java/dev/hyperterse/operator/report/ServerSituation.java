package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.resolve.LeafKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All that is known of one server at one moment.
 */
record ServerSituation(
        Optional<Judgment> judgment, Map<LeafKey, Standing> standings, Replicas replicas, Optional<Instant> published) {
    static final ServerSituation UNKNOWN =
            new ServerSituation(Optional.empty(), Map.of(), Replicas.NONE, Optional.empty());

    Optional<Revision> revision() {
        return judgment.flatMap(Judgment::committed).map(index -> index.revision());
    }

    ServerSituation judged(Judgment now, Instant instant) {
        var next = new HashMap<LeafKey, Standing>();
        now.compiled().verdicts().forEach((identity, verdict) -> {
            var key = LeafKey.of(identity);
            var since = verdict.served()
                    .flatMap(_ -> Optional.ofNullable(now.since().get(identity.uid())));
            var standing = new Standing(identity, verdict, since, instant, judgment.isEmpty(), false);
            var before = standings.get(key);
            next.put(
                    key,
                    (before != null && before.sameContent(standing) ? standing.after(before) : standing)
                            .seenBy(replicas));
        });
        var sameRevision = revision().equals(now.committed().map(index -> index.revision()));
        return new ServerSituation(Optional.of(now), next, replicas, sameRevision ? published : Optional.of(instant));
    }

    ServerSituation seen(Replicas now) {
        var next = new HashMap<LeafKey, Standing>();
        standings.forEach((key, standing) -> next.put(key, standing.seenBy(now)));
        return new ServerSituation(judgment, next, now, published);
    }
}
