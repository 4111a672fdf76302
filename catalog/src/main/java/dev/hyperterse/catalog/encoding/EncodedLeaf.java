package dev.hyperterse.catalog.encoding;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafIdentity;

/**
 * A leaf with its JSON, made once for each version of the leaf. What is long is kept compressed: thousands of leaves may
 * have the text of one ConfigMap, and the operator keeps them all.
 */
public final class EncodedLeaf {
    /** Nearly every leaf is shorter, and is not compressed by itself. */
    private static final int LONG = 64 << 10;

    /** The least that a value of its JSON takes in the memory of a replica. */
    public static final int VALUE = 32;

    private final LeafIdentity identity;
    private final int size;
    private final long weight;
    private final byte[] kept;

    EncodedLeaf(LeafIdentity identity, byte[] json) {
        this.identity = identity;
        this.size = json.length;
        this.weight = Math.max(size, (long) JsonValues.count(json) * VALUE);
        this.kept = size > LONG ? Compression.compress(json) : json;
    }

    public LeafIdentity identity() {
        return identity;
    }

    /** Size of the JSON, uncompressed. */
    public int size() {
        return size;
    }

    /** The memory that it is taken to need: its size, or more where its JSON has many short values. */
    public long weight() {
        return weight;
    }

    /** The room that it takes by itself: the size of a long leaf, compressed. */
    public int keptSize() {
        return kept.length;
    }

    /** Equal digests are the same leaf, whichever build has it. */
    public String digest() {
        return Digest.of(json());
    }

    byte[] json() {
        return size > LONG ? Compression.decompress(kept, size, identity.display()) : kept;
    }
}
