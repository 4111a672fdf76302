package dev.hyperterse.runtime.mcp.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * List cursors: where the next page begins, signed. A cursor names the last entry a client has, not a place in memory,
 * so it holds on every replica, after a reload and after a restart.
 */
public final class CursorSeal {
    private static final int MAC_BYTES = 16;

    private final byte[] serverUid;
    private final SealingKeys keys;

    public CursorSeal(String serverUid, SealingKeys keys) {
        this.serverUid = serverUid.getBytes(StandardCharsets.UTF_8);
        this.keys = keys;
    }

    /** The cursor after that entry of that list. */
    public String seal(String list, String last) {
        var key = keys.ring().current();
        var encoder = Base64.getUrlEncoder().withoutPadding();
        return key.id() + "." + encoder.encodeToString(last.getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString(mac(key, list, last));
    }

    /** The entry a cursor of that list names; empty when it is none of ours. */
    public Optional<String> open(String list, String cursor) {
        var parts = cursor.split("\\.", -1);
        return parts.length == 3
                ? keys.ring().find(parts[0]).flatMap(key -> open(key, list, parts[1], parts[2]))
                : Optional.empty();
    }

    private Optional<String> open(SealingKey key, String list, String name, String signature) {
        try {
            var decoder = Base64.getUrlDecoder();
            var last = new String(decoder.decode(name), StandardCharsets.UTF_8);
            return MessageDigest.isEqual(decoder.decode(signature), mac(key, list, last))
                    ? Optional.of(last)
                    : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private byte[] mac(SealingKey key, String list, String last) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key.cursors());
            mac.update(serverUid);
            mac.update((byte) 0);
            mac.update(list.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return Arrays.copyOf(mac.doFinal(last.getBytes(StandardCharsets.UTF_8)), MAC_BYTES);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", impossible);
        }
    }
}
