package dev.hyperterse.catalog.keys;

import dev.hyperterse.catalog.CatalogException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;

/**
 * The random seed of all session keys of one server.
 *
 * @param bytes 32 of them, copied on the way in and out
 */
public record SessionSeed(byte[] bytes) {
    /** 256 bits. */
    public static final int BYTES = 32;

    /** The entry of the Secret that has the bytes as they are. */
    private static final String ENTRY = "seed";

    public SessionSeed {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a session seed has %d bytes, not %d".formatted(BYTES, bytes.length));
        }
        bytes = bytes.clone();
    }

    public static SessionSeed random(SecureRandom random) {
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new SessionSeed(bytes);
    }

    /** The seed in the entries of its Secret; others are ignored. */
    public static SessionSeed of(Map<String, byte[]> entries) {
        var bytes = entries.get(ENTRY);
        if (bytes == null) {
            throw new CatalogException("the session keys have no entry '%s'".formatted(ENTRY));
        }
        if (bytes.length != BYTES) {
            throw new CatalogException(
                    "entry '%s' of the session keys has %d bytes instead of %d".formatted(ENTRY, bytes.length, BYTES));
        }
        return new SessionSeed(bytes);
    }

    public Map<String, byte[]> entries() {
        return Map.of(ENTRY, bytes());
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SessionSeed seed && MessageDigest.isEqual(bytes, seed.bytes);
    }

    /** The same for all: a hash of the bytes would be a hint at them. */
    @Override
    public int hashCode() {
        return BYTES;
    }

    /** Without the bytes: seeds are printed by accident. */
    @Override
    public String toString() {
        return "SessionSeed";
    }
}
