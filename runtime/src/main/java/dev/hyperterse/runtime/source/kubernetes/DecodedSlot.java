package dev.hyperterse.runtime.source.kubernetes;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The leaves of one slot, and the digest of the data that they were decoded from. */
record DecodedSlot(String sha256, List<DecodedLeaf> leaves) {
    static final DecodedSlot NONE = new DecodedSlot("", List.of());

    /** The next version of the slot; unchanged leaves are the same objects. */
    DecodedSlot followedBy(String digest, List<DecodedLeaf> next) {
        var known = HashMap.<LeafIdentity, DecodedLeaf>newHashMap(leaves.size());
        for (var leaf : leaves) {
            if (leaf instanceof DecodedLeaf.Served(var served)) {
                known.put(served.identity(), leaf);
            }
        }
        return new DecodedSlot(
                digest, next.stream().map(leaf -> shared(leaf, known)).toList());
    }

    private static DecodedLeaf shared(DecodedLeaf leaf, Map<LeafIdentity, DecodedLeaf> known) {
        return leaf instanceof DecodedLeaf.Served(var served) && leaf.equals(known.get(served.identity()))
                ? known.get(served.identity())
                : leaf;
    }
}
