package dev.hyperterse.runtime.mcp.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * What a client carries from one request to the next that repeats it: {@code kid.nonce.AES-256-GCM{state}}. The server's uid
 * and what the request is are authenticated with it, so that it opens for no other request, caller or server.
 */
public final class RequestSeal {
    /** Of a sealed text. */
    public static final int LONGEST = 32 * 1024;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private final byte[] serverUid;
    private final SealingKeys keys;
    private final SecureRandom random;

    public RequestSeal(String serverUid, SealingKeys keys, SecureRandom random) {
        this.serverUid = serverUid.getBytes(StandardCharsets.UTF_8);
        this.keys = keys;
        this.random = random;
    }

    /** @return empty where it would be longer than {@link #LONGEST} */
    public Optional<String> seal(byte[] state, byte[] request) {
        var key = keys.ring().current();
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, request).doFinal(state);
            var text = key.id() + "." + ENCODER.encodeToString(nonce) + "." + ENCODER.encodeToString(sealed);
            return text.length() > LONGEST ? Optional.empty() : Optional.of(text);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has AES-GCM", impossible);
        }
    }

    /** Empty for anything that was not sealed for this server and that request with a key of its ring. */
    public Optional<byte[]> open(String sealed, byte[] request) {
        if (sealed.length() > LONGEST) {
            return Optional.empty();
        }
        var parts = sealed.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        var key = keys.ring().find(parts[0]);
        if (key.isEmpty()) {
            keys.missed();
        }
        return key.flatMap(known -> open(known, parts[1], parts[2], request));
    }

    private Optional<byte[]> open(SealingKey key, String nonce, String sealed, byte[] request) {
        try {
            var nonceBytes = DECODER.decode(nonce);
            return nonceBytes.length == NONCE_BYTES
                    ? Optional.of(cipher(Cipher.DECRYPT_MODE, key, nonceBytes, request)
                            .doFinal(DECODER.decode(sealed)))
                    : Optional.empty();
        } catch (AEADBadTagException | IllegalArgumentException forged) {
            return Optional.empty();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has AES-GCM", impossible);
        }
    }

    private Cipher cipher(int mode, SealingKey key, byte[] nonce, byte[] request) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key.requests(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(serverUid);
        cipher.updateAAD(new byte[1]);
        cipher.updateAAD(request);
        return cipher;
    }
}
