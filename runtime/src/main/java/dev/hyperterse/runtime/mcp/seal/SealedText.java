package dev.hyperterse.runtime.mcp.seal;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Sealed content as text: {@code kid.nonce.AES-256-GCM{content}}. Associated data, which the text does not contain,
 * must be equal when it is opened.
 */
public final class SealedText {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final Provider PROVIDER = provider();
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private final SealingKeys keys;
    private final Function<SealingKey, SecretKey> purpose;
    private final SecureRandom random;

    /** @param purpose which of the keys derived from a secret seals */
    public SealedText(SealingKeys keys, Function<SealingKey, SecretKey> purpose, SecureRandom random) {
        this.keys = keys;
        this.purpose = purpose;
        this.random = random;
    }

    public String seal(byte[] content, byte[] authenticated) {
        var key = keys.ring().current();
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, authenticated).doFinal(content);
            return key.id() + "." + ENCODER.encodeToString(nonce) + "." + ENCODER.encodeToString(sealed);
        } catch (GeneralSecurityException impossible) {
            throw without(impossible);
        }
    }

    /** Whether a key of the ring sealed a text that was opened before. */
    public boolean hasKeyOf(String text) {
        return keys.ring().find(text.substring(0, text.indexOf('.'))).isPresent();
    }

    /** The content; empty if the text was not sealed with these bytes and a key of the ring. */
    public Optional<byte[]> open(String text, byte[] authenticated) {
        var parts = text.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        var key = keys.ring().find(parts[0]);
        if (key.isEmpty()) {
            keys.missed();
        }
        return key.flatMap(known -> open(known, parts[1], parts[2], authenticated));
    }

    private Optional<byte[]> open(SealingKey key, String nonce, String sealed, byte[] authenticated) {
        try {
            var nonceBytes = decode(nonce);
            return nonceBytes.length == NONCE_BYTES
                    ? Optional.of(cipher(Cipher.DECRYPT_MODE, key, nonceBytes, authenticated)
                            .doFinal(decode(sealed)))
                    : Optional.empty();
        } catch (AEADBadTagException | IllegalArgumentException forged) {
            return Optional.empty();
        } catch (GeneralSecurityException impossible) {
            throw without(impossible);
        }
    }

    /** Refuses other Base64 spellings of the same bytes, under which an ended session could be used again. */
    private static byte[] decode(String text) {
        var bytes = DECODER.decode(text);
        if (!ENCODER.encodeToString(bytes).equals(text)) {
            throw new IllegalArgumentException("not the one spelling of these bytes");
        }
        return bytes;
    }

    /** The provider that the platform chooses; to look for it takes as long as to seal. */
    private static Provider provider() {
        try {
            return Cipher.getInstance(CIPHER).getProvider();
        } catch (GeneralSecurityException impossible) {
            throw without(impossible);
        }
    }

    private static IllegalStateException without(GeneralSecurityException impossible) {
        return new IllegalStateException("every Java platform has AES-GCM", impossible);
    }

    private Cipher cipher(int mode, SealingKey key, byte[] nonce, byte[] authenticated)
            throws GeneralSecurityException {
        var cipher = Cipher.getInstance(CIPHER, PROVIDER);
        cipher.init(mode, purpose.apply(key), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(authenticated);
        return cipher;
    }
}
