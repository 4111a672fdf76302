package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Digest;
import java.nio.ByteBuffer;

/** The owner of a session, as 128 bits of a digest: an id must not grow with its owner's name. */
public record PrincipalHash(long high, long low) {
    /** A session is known only at the URL where it began. The empty subject belongs to anonymous callers: an authenticated subject is never empty. */
    public static PrincipalHash of(Principal principal) {
        return of(principal.identityAtUrl());
    }

    /** Of callers without an identity, whose sessions are looked up most often. */
    private static final PrincipalHash ANONYMOUS = digest("");

    public static PrincipalHash of(String principal) {
        return principal.isEmpty() ? ANONYMOUS : digest(principal);
    }

    private static PrincipalHash digest(String principal) {
        var digest = ByteBuffer.wrap(Digest.bytes(principal));
        return new PrincipalHash(digest.getLong(), digest.getLong());
    }
}
