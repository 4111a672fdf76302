package dev.hyperterse.catalog;

/** A leaf with its JSON, made once for each version of the leaf. */
public final class EncodedLeaf {
    private final LeafIdentity identity;
    private final byte[] json;

    EncodedLeaf(LeafIdentity identity, byte[] json) {
        this.identity = identity;
        this.json = json;
    }

    public LeafIdentity identity() {
        return identity;
    }

    /** Size of the JSON, uncompressed. */
    public int size() {
        return json.length;
    }

    /** Equal digests are the same leaf, whichever build has it. */
    public String digest() {
        return Digest.of(json);
    }

    byte[] json() {
        return json;
    }
}
