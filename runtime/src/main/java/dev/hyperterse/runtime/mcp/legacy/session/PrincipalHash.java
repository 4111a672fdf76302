package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.runtime.call.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** Who a session belongs to, as 128 bits of a digest: an id must not grow with its owner's name. */
public record PrincipalHash(long high, long low) {
    /** The empty subject belongs to anonymous callers: an authenticated subject is never empty. */
    public static PrincipalHash of(Principal principal) {
        if (principal.subject().isEmpty()) {
            return of("");
        }
        // Subjects are names within the plugin that found them, and within the issuer that it had at the time.
        var issuer = Optional.ofNullable(principal.claims().get("iss")).map(it -> it.asString(""));
        return of(String.join(
                "\0",
                principal.plugin().orElse(""),
                issuer.orElse(""),
                principal.subject().get()));
    }

    public static PrincipalHash of(String principal) {
        try {
            var digest = ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256").digest(principal.getBytes(StandardCharsets.UTF_8)));
            return new PrincipalHash(digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
