package dev.hyperterse.compiler;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
import dev.hyperterse.compiler.resolve.SharedRoom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Room of a catalog, or of one slot. What is published keeps its room. Of the rest, the server's own namespace may take all,
 * and the others share it.
 */
final class CatalogRoom {
    private final String ownNamespace;
    private final SharedRoom room;

    /** @param ownNamespace that of the server */
    CatalogRoom(String ownNamespace, long size) {
        this.ownNamespace = ownNamespace;
        this.room = new SharedRoom(size);
    }

    /**
     * Those that have room.
     *
     * @param wanted in the order of precedence
     * @param measure what a leaf takes
     */
    List<Wanted> admit(List<Wanted> wanted, ToLongFunction<EncodedLeaf> measure) {
        var kept = new ArrayList<Wanted>(wanted.size());
        for (var leaf : wanted) {
            if (room.takeFree(leaf.namespace(), leaf.kept(measure))) {
                kept.add(leaf);
            }
        }
        var admitted = new ArrayList<Wanted>(kept.size());
        for (var leaf : kept) {
            // An edit of what is published needs room for what it grew by.
            var more = measure.applyAsLong(leaf.leaf()) - leaf.kept(measure);
            if (more == 0 || take(leaf.namespace(), more)) {
                admitted.add(leaf);
            }
        }
        return admitted;
    }

    private boolean take(String namespace, long more) {
        return namespace.equals(ownNamespace) ? room.takeFree(namespace, more) : room.take(namespace, more);
    }

    /** Those of the wanted that are not admitted. */
    static Set<LeafIdentity> without(List<Wanted> wanted, List<Wanted> admitted) {
        var without = new HashSet<LeafIdentity>(wanted.size() * 2);
        wanted.forEach(it -> without.add(it.leaf().identity()));
        admitted.forEach(it -> without.remove(it.leaf().identity()));
        return without;
    }

    /**
     * A leaf that is to be served.
     *
     * @param published the version of it that is published
     */
    record Wanted(EncodedLeaf leaf, Optional<EncodedLeaf> published) {
        String namespace() {
            return leaf.identity().namespace();
        }

        /** The room of the published version that it goes on using. */
        private long kept(ToLongFunction<EncodedLeaf> measure) {
            return published
                    .map(it -> Math.min(measure.applyAsLong(it), measure.applyAsLong(leaf)))
                    .orElse(0L);
        }
    }
}
