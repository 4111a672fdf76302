package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.call.RequestHeaders;
import java.time.Instant;
import java.util.Optional;

/**
 * Who posts, and what the headers say of it.
 *
 * @param until when what the caller showed of itself ends by itself
 * @param sessionId the {@code Mcp-Session-Id} header
 * @param protocolVersion the {@code MCP-Protocol-Version} header
 * @param traceParent the {@code traceparent} header
 * @param headers all of them, for definitions that read some
 */
public record Caller(
        Principal principal,
        Optional<Instant> until,
        Optional<String> sessionId,
        Optional<String> protocolVersion,
        Optional<String> traceParent,
        RequestHeaders headers) {
    /** One who showed nothing, or had nothing to show. */
    public static Caller anonymous(Optional<String> sessionId, Optional<String> protocolVersion) {
        return new Caller(
                Principal.ANONYMOUS,
                Optional.empty(),
                sessionId,
                protocolVersion,
                Optional.empty(),
                RequestHeaders.NONE);
    }
}
