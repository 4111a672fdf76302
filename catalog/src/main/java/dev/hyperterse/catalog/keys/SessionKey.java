package dev.hyperterse.catalog.keys;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * One secret of a server under the short public name that sealed ids carry.
 *
 * @param secret 32 bytes, copied on the way in and out
 */
public record SessionKey(String id, byte[] secret) {
    /** 256 bits. */
    public static final int BYTES = 32;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,16}");
    private static final int RANDOM_ID_BYTES = 6;

    public SessionKey {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("the id of a session key is " + ID.pattern() + ", not '" + id + "'");
        }
        if (secret.length != BYTES) {
            throw new IllegalArgumentException("a session key has " + BYTES + " bytes, not " + secret.length);
        }
        secret = secret.clone();
    }

    /** A new key under a new name. */
    public static SessionKey random(SecureRandom random) {
        var id = new byte[RANDOM_ID_BYTES];
        random.nextBytes(id);
        var secret = new byte[BYTES];
        random.nextBytes(secret);
        return new SessionKey(Base64.getUrlEncoder().withoutPadding().encodeToString(id), secret);
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SessionKey key && id.equals(key.id) && MessageDigest.isEqual(secret, key.secret);
    }

    /** By the name: two keys of one name are rare, and a hash of the secret would be a hint at it. */
    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** The name only: keys are printed by accident. */
    @Override
    public String toString() {
        return "SessionKey[" + id + "]";
    }
}
