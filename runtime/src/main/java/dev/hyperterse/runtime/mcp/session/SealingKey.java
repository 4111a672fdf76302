package dev.hyperterse.runtime.mcp.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One secret of a server and the short public name that ids carry. What is sealed and what is signed use keys derived
 * from it, each for its purpose.
 */
public final class SealingKey {
    /** 256 bits. */
    public static final int BYTES = 32;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,16}");

    private final String id;
    private final SecretKey sessions;
    private final SecretKey cursors;

    public SealingKey(String id, byte[] secret) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("the id of a sealing key is " + ID.pattern() + ", not '" + id + "'");
        }
        if (secret.length != BYTES) {
            throw new IllegalArgumentException("a sealing key has " + BYTES + " bytes, not " + secret.length);
        }
        this.id = id;
        this.sessions = derive(secret, "session ids", "AES");
        this.cursors = derive(secret, "list cursors", "HmacSHA256");
    }

    /** A new random key under a random id. */
    public static SealingKey random(SecureRandom random) {
        var id = new byte[6];
        random.nextBytes(id);
        var secret = new byte[BYTES];
        random.nextBytes(secret);
        return new SealingKey(Base64.getUrlEncoder().withoutPadding().encodeToString(id), secret);
    }

    public String id() {
        return id;
    }

    SecretKey sessions() {
        return sessions;
    }

    SecretKey cursors() {
        return cursors;
    }

    private static SecretKey derive(byte[] secret, String purpose, String algorithm) {
        var parameters = HKDFParameterSpec.ofExtract()
                .addIKM(new SecretKeySpec(secret, "HKDF"))
                .thenExpand(("hyperterse " + purpose).getBytes(StandardCharsets.UTF_8), BYTES);
        try {
            return KDF.getInstance("HKDF-SHA256").deriveKey(algorithm, parameters);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java 25 platform has HKDF-SHA256", impossible);
        }
    }

    /** The name only: keys are printed by accident. */
    @Override
    public String toString() {
        return "SealingKey[" + id + "]";
    }
}
