package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.mcp.legacy.session.PrincipalHash;
import java.util.Optional;

/**
 * Who posts, and what the headers say of it.
 *
 * @param sessionId the {@code Mcp-Session-Id} header
 * @param protocolVersion the {@code MCP-Protocol-Version} header
 */
public record Caller(Principal principal, Optional<String> sessionId, Optional<String> protocolVersion) {
    public PrincipalHash principalHash() {
        // The empty subject is nobody's: an authenticated subject is never empty.
        return PrincipalHash.of(principal.subject().orElse(""));
    }
}
