package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.calls.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The owner of a session, as 128 bits of a digest: an id must not grow with its owner's name. */
public record PrincipalHash(long high, long low) {
    /** A session is known only at the URL where it began. The empty subject belongs to anonymous callers: an authenticated subject is never empty. */
    public static PrincipalHash of(Principal principal) {
        return of(principal.identityAtUrl());
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
