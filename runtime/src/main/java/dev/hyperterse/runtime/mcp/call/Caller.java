package dev.hyperterse.runtime.mcp.call;

import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import java.time.Instant;
import java.util.Optional;

/**
 * The sender of a request, and its headers.
 *
 * @param until when the credentials of the caller expire
 * @param sessionId the {@code Mcp-Session-Id} header
 * @param protocolVersion the {@code MCP-Protocol-Version} header
 * @param traceParent the {@code traceparent} header
 * @param headers all of them, for definitions that read some
 * @param segments of the URL that was posted to
 * @param pipe the connection, where it serves one client and has no headers
 */
public record Caller(
        Principal principal,
        Optional<Instant> until,
        Optional<String> sessionId,
        Optional<String> protocolVersion,
        Optional<String> traceParent,
        RequestHeaders headers,
        PathSegments segments,
        Optional<Object> pipe) {
    /** A caller without credentials. */
    public static Caller anonymous(Optional<String> sessionId, Optional<String> protocolVersion) {
        return new Caller(
                Principal.ANONYMOUS,
                Optional.empty(),
                sessionId,
                protocolVersion,
                Optional.empty(),
                RequestHeaders.NONE,
                PathSegments.NONE,
                Optional.empty());
    }

    /** The client of a connection that carries only messages. */
    public static Caller ofPipe(Optional<String> sessionId, Object pipe) {
        return new Caller(
                Principal.ANONYMOUS,
                Optional.empty(),
                sessionId,
                Optional.empty(),
                Optional.empty(),
                RequestHeaders.NONE,
                PathSegments.NONE,
                Optional.of(pipe));
    }

    /** The caller whose credentials do not end its call. */
    public Caller withoutEnd() {
        return new Caller(
                principal, Optional.empty(), sessionId, protocolVersion, traceParent, headers, segments, pipe);
    }

    /** The caller without its session id, for an era without sessions. */
    public Caller withoutSession() {
        return sessionId.isEmpty()
                ? this
                : new Caller(principal, until, Optional.empty(), protocolVersion, traceParent, headers, segments, pipe);
    }
}
