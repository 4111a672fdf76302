package dev.hyperterse.catalog.encoding;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;

/** The result of decoding one leaf of a slot. */
public sealed interface DecodedLeaf {
    /** A leaf this build can serve. */
    record Served(Leaf leaf) implements DecodedLeaf {}

    /**
     * A leaf that this build cannot read. It has no identity, because its kind may be what this build does not know.
     *
     * @param definition as {@link LeafIdentity#display} names it
     */
    record Unsupported(String definition, String reason) implements DecodedLeaf {}
}
