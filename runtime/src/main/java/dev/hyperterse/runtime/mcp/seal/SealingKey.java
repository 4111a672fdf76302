package dev.hyperterse.runtime.mcp.seal;

import dev.hyperterse.catalog.keys.SessionKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One secret of a server, and the short public name that ids contain. Sealing and signing use different keys that are
 * derived from it.
 */
public final class SealingKey {
    private final String id;
    private final SecretKey sessions;
    private final SecretKey cursors;
    private final SecretKey callers;
    private final SecretKey requests;

    public SealingKey(SessionKey key) {
        this.id = key.id();
        var secret = key.secret();
        this.sessions = derive(secret, "session ids", "AES");
        this.cursors = derive(secret, "list cursors", "HmacSHA256");
        this.callers = derive(secret, "callers in statements", "HmacSHA256");
        this.requests = derive(secret, "request states", "AES");
    }

    /** A new random key under a random id. */
    public static SealingKey random(SecureRandom random) {
        return new SealingKey(SessionKey.random(random));
    }

    public String id() {
        return id;
    }

    public SecretKey sessions() {
        return sessions;
    }

    SecretKey cursors() {
        return cursors;
    }

    SecretKey callers() {
        return callers;
    }

    SecretKey requests() {
        return requests;
    }

    private static SecretKey derive(byte[] secret, String purpose, String algorithm) {
        var parameters = HKDFParameterSpec.ofExtract()
                .addIKM(new SecretKeySpec(secret, "HKDF"))
                .thenExpand(("hyperterse " + purpose).getBytes(StandardCharsets.UTF_8), SessionKey.BYTES);
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
