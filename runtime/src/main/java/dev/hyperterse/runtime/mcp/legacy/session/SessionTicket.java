package dev.hyperterse.runtime.mcp.legacy.session;

import java.util.Set;

/**
 * The content of a session id: everything that another replica needs to serve the session.
 *
 * @param id random, the key of the session's state
 * @param principal the owner of the session
 * @param issuedAt milliseconds of the epoch
 * @param announced the capabilities that the server announced at initialize; a session is notified only within them
 */
public record SessionTicket(
        SessionId id,
        PrincipalHash principal,
        long issuedAt,
        ProtocolVersion version,
        Set<ClientCapability> client,
        Set<ServerCapability> announced,
        ClientInfo clientInfo) {
    static final CapabilitySets<ClientCapability> OF_CLIENTS = new CapabilitySets<>(ClientCapability.class);
    static final CapabilitySets<ServerCapability> OF_SERVERS = new CapabilitySets<>(ServerCapability.class);

    public SessionTicket {
        client = OF_CLIENTS.of(client);
        announced = OF_SERVERS.of(announced);
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
