package dev.hyperterse.runtime.mcp.seal;

import dev.hyperterse.catalog.keys.SessionSeed;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of one period, derived from the seed of a server, and the short public name that ids contain. Sealing and
 * signing use different keys.
 */
public final class SealingKey {
    private static final int BYTES = 32;

    private final String id;
    private final SecretKey sessions;
    private final SecretKey cursors;
    private final SecretKey callers;
    private final SecretKey requests;

    SealingKey(SessionSeed seed, String id, long period) {
        this.id = id;
        this.sessions = derive(seed, "session ids " + period, "AES");
        this.cursors = derive(seed, "list cursors " + period, "HmacSHA256");
        this.callers = derive(seed, "callers in statements " + period, "HmacSHA256");
        this.requests = derive(seed, "request states " + period, "AES");
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

    /** HKDF-SHA256 without a salt, with a purpose as its info. */
    static SecretKey derive(SessionSeed seed, String purpose, String algorithm) {
        var parameters = HKDFParameterSpec.ofExtract()
                .addIKM(new SecretKeySpec(seed.bytes(), "HKDF"))
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
