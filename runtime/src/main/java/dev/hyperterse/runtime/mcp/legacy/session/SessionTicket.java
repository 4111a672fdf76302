package dev.hyperterse.runtime.mcp.legacy.session;

import java.time.Instant;
import java.util.Set;

/**
 * The content of a session id: all that a replica must know of a session it has never seen.
 *
 * @param id random, what the memory of a replica is kept under
 * @param principal whose session it is
 * @param announced what the server offered at initialize; a session is not notified of anything else
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

    /** What a client may offer. Bits of the sealed form: append only. */
    public enum ClientCapability {
        ROOTS,
        SAMPLING,
        ELICITATION
    }

    /** What a server may have announced. Bits of the sealed form: append only. */
    public enum ServerCapability {
        TOOLS,
        PROMPTS,
        RESOURCES,
        LOGGING,
        COMPLETIONS
    }
}
