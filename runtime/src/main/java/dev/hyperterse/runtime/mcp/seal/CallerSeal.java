package dev.hyperterse.runtime.mcp.seal;

import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.Principal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;

/**
 * Pseudonyms of callers in the statements of a server, the same on all replicas within a period of the keys. Names are
 * short, so a plain digest could be reversed by trying all of them.
 */
public final class CallerSeal implements CallerHash {
    private static final int BYTES = 8;

    private final byte[] serverUid;
    private final SealingKeys keys;

    public CallerSeal(String serverUid, SealingKeys keys) {
        this.serverUid = serverUid.getBytes(StandardCharsets.UTF_8);
        this.keys = keys;
    }

    @Override
    public Optional<String> of(Principal principal) {
        return principal.subject().map(subject -> seal(principal.plugin().orElse(""), subject));
    }

    private String seal(String plugin, String subject) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(keys.ring().current().callers());
            mac.update(serverUid);
            mac.update((byte) 0);
            mac.update(plugin.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return HexFormat.of().formatHex(mac.doFinal(subject.getBytes(StandardCharsets.UTF_8)), 0, BYTES);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", impossible);
        }
    }
}
