package dev.hyperterse.runtime.auth.caller;

import dev.hyperterse.catalog.Digest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The SHA-256 of a token, the key of caches. A lookup by digest compares nothing of the token, so its duration reveals
 * nothing; and a heap dump has no usable token.
 */
public record TokenDigest(long first, long second, long third, long fourth) {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** A template to clone: looking up the algorithm costs more than a digest. */
    private static final MessageDigest FRESH = Digest.sha256();

    public static TokenDigest of(String token) {
        try {
            var digest = ((MessageDigest) FRESH.clone()).digest(token.getBytes(StandardCharsets.UTF_8));
            return new TokenDigest(at(digest, 0), at(digest, 1), at(digest, 2), at(digest, 3));
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("the SHA-256 of the platform can be copied", impossible);
        }
    }

    private static long at(byte[] digest, int index) {
        return (long) LONGS.get(digest, index * Long.BYTES);
    }

    /** Any part of a digest is evenly distributed. */
    @Override
    public int hashCode() {
        return (int) first;
    }
}
