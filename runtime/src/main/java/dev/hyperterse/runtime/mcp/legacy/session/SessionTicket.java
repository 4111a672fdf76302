package dev.hyperterse.runtime.mcp.legacy.session;

import java.time.Instant;
import java.util.Set;

/**
 * The content of a session id: everything that another replica needs to serve the session.
 *
 * @param id random, the key of the session's state
 * @param principal the owner of the session
 * @param announced the capabilities that the server announced at initialize; a session is notified only within them
 */
public record SessionTicket(
        SessionId id,
        PrincipalHash principal,
        Instant issuedAt,
        ProtocolVersion version,
        Set<ClientCapability> client,
        Set<ServerCapability> announced,
        ClientInfo clientInfo) {
    public SessionTicket {
        client = Set.copyOf(client);
        announced = Set.copyOf(announced);
    }

    /** Capabilities of clients. Bits of the sealed form: append only. */
    public enum ClientCapability {
        ROOTS,
        SAMPLING,
        ELICITATION
    }

    /** Capabilities of servers. Bits of the sealed form: append only. */
    public enum ServerCapability {
        TOOLS,
        PROMPTS,
        RESOURCES,
        LOGGING,
        COMPLETIONS
    }
}
