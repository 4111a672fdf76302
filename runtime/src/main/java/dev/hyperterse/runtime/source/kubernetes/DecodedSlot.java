package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.DecodedLeaf;
import dev.hyperterse.catalog.LeafIdentity;
import java.util.HashMap;
import java.util.List;

/** The leaves of one slot, and the digest of the data that they were decoded from. */
record DecodedSlot(String sha256, List<DecodedLeaf> leaves) {
    static final DecodedSlot NONE = new DecodedSlot("", List.of());

    /** The next version of the slot; unchanged leaves are the same objects. */
    DecodedSlot followedBy(String digest, List<DecodedLeaf> next) {
        var known = HashMap.<LeafIdentity, DecodedLeaf>newHashMap(leaves.size());
        leaves.forEach(leaf -> known.put(leaf.identity(), leaf));
        return new DecodedSlot(
                digest,
                next.stream()
                        .map(leaf -> leaf.equals(known.get(leaf.identity())) ? known.get(leaf.identity()) : leaf)
                        .toList());
    }
}
