package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.Caller;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a request is, without what another round of the same call has beside it: a digest of its method, its name or URI, its
 * arguments as they were sent, its caller, and the segments of the URL that it was sent to.
 */
final class RequestBinding {
    private RequestBinding() {}

    static byte[] of(PostedMessage message, Caller caller) {
        var digest = sha256();
        add(digest, message, Member.METHOD);
        add(digest, message, Member.NAME);
        add(digest, message.object(Member.PARAMS).text("uri").orElse("").getBytes(StandardCharsets.UTF_8));
        add(digest, message, Member.ARGUMENTS);
        add(digest, caller.principal().identity().getBytes(StandardCharsets.UTF_8));
        // What ctx.once kept may have been read for one of them. Without any the digest is that of replicas that know
        // none.
        if (!caller.segments().values().isEmpty()) {
            add(digest, caller.segments().text().getBytes(StandardCharsets.UTF_8));
        }
        return digest.digest();
    }

    private static void add(MessageDigest digest, PostedMessage message, Member member) {
        var span = message.span(member);
        length(digest, span.length());
        digest.update(span.bytes(), span.from(), span.length());
    }

    private static void add(MessageDigest digest, byte[] part) {
        length(digest, part.length);
        digest.update(part);
    }

    /** Two parts must not be the same as two others of other lengths. */
    private static void length(MessageDigest digest, int length) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
