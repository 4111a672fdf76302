package dev.hyperterse.runtime.mcp.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * Seals the state that a client carries from one request to its repetition. The server's uid and the identity of the
 * request are authenticated with it, so that it is invalid for any other request, caller or server.
 */
public final class RequestSeal {
    /** The maximum length of a sealed text. */
    public static final int LONGEST = 32 * 1024;

    private final byte[] serverUid;
    private final int longest;
    private final SealedText text;

    public RequestSeal(String serverUid, SealingKeys keys, SecureRandom random) {
        this(serverUid, keys, random, LONGEST);
    }

    /** @param longest of its sealed texts */
    public RequestSeal(String serverUid, SealingKeys keys, SecureRandom random, int longest) {
        this.longest = longest;
        this.serverUid = serverUid.getBytes(StandardCharsets.UTF_8);
        this.text = new SealedText(keys, SealingKey::requests, random);
    }

    /** @return empty where it would be too long */
    public Optional<String> seal(byte[] state, byte[] request) {
        return Optional.of(text.seal(state, authenticated(request))).filter(this::fits);
    }

    /** The state; empty if the text was not sealed for this server and request with a key of its ring. */
    public Optional<byte[]> open(String sealed, byte[] request) {
        return fits(sealed) ? text.open(sealed, authenticated(request)) : Optional.empty();
    }

    private boolean fits(String sealed) {
        return sealed.length() <= longest;
    }

    private byte[] authenticated(byte[] request) {
        return ByteBuffer.allocate(serverUid.length + 1 + request.length)
                .put(serverUid)
                .put((byte) 0)
                .put(request)
                .array();
    }
}
