package dev.hyperterse.operator.report.replica;

import java.util.List;
import java.util.Optional;

/**
 * The progress of one object on one server.
 *
 * @param leaves the leaf that it is; of an object that brings many definitions its items, and the object itself where something is
 *     wrong with all of it
 */
public record ObjectProgress(List<LeafProgress> leaves) {
    public ObjectProgress {
        leaves = List.copyOf(leaves);
    }

    /** @param before of the same object; used again where nothing changed */
    public static ObjectProgress of(List<LeafProgress> leaves, Optional<ObjectProgress> before) {
        return before.filter(it -> it.leaves.equals(leaves)).orElseGet(() -> new ObjectProgress(leaves));
    }

    /** The leaf, unless the object has items. */
    public Optional<LeafProgress> whole() {
        return leaves.size() == 1 && leaves.getFirst().identity().item().isEmpty()
                ? Optional.of(leaves.getFirst())
                : Optional.empty();
    }

    /** Whether every replica has served each of them. */
    public boolean reached() {
        return leaves.stream().allMatch(LeafProgress::reached);
    }

    /** The progress once that is known of replicas; the same where that changes nothing. */
    public ObjectProgress seenBy(Replicas replicas) {
        var seen = leaves.stream().map(it -> it.seenBy(replicas)).toList();
        for (var index = 0; index < leaves.size(); index++) {
            if (seen.get(index) != leaves.get(index)) {
                return new ObjectProgress(seen);
            }
        }
        return this;
    }
}
