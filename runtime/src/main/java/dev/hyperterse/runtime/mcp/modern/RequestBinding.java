package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Identifies a request in all rounds of its call: a digest of its method, its name or URI, its arguments as they were
 * sent, its caller and toolset, and the segments of its URL.
 */
final class RequestBinding {
    private RequestBinding() {}

    static byte[] of(PostedMessage message, Caller caller) {
        var digest = Digest.sha256();
        add(digest, message, Member.METHOD);
        add(digest, message, Member.NAME);
        add(digest, message.object(Member.PARAMS).text("uri").orElse("").getBytes(StandardCharsets.UTF_8));
        add(digest, message, Member.ARGUMENTS);
        add(digest, caller.principal().identityAtUrl().getBytes(StandardCharsets.UTF_8));
        // Results of ctx.once may depend on the segments.
        add(digest, caller.segments().text().getBytes(StandardCharsets.UTF_8));
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

    /** Lengths keep the parts apart: different parts must not have the same digest. */
    private static void length(MessageDigest digest, int length) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
    }
}
