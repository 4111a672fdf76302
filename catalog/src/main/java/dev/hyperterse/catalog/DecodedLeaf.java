package dev.hyperterse.catalog;

import java.util.List;

/** The result of decoding one leaf of a slot. */
public sealed interface DecodedLeaf {
    LeafIdentity identity();

    /** A leaf this build can serve. */
    record Served(Leaf leaf) implements DecodedLeaf {
        @Override
        public LeafIdentity identity() {
            return leaf.identity();
        }
    }

    /** A leaf that needs features this build does not have, by name; or that it cannot read, with the reason. */
    record Unsupported(LeafIdentity identity, List<String> missing) implements DecodedLeaf {}
}
