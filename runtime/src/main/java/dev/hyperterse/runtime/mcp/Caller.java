package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.Principal;
import java.util.Optional;

/**
 * Who posts, and what the headers say of it.
 *
 * @param sessionId the {@code Mcp-Session-Id} header
 * @param protocolVersion the {@code MCP-Protocol-Version} header
 */
public record Caller(Principal principal, Optional<String> sessionId, Optional<String> protocolVersion) {}
