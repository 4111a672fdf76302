package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.runtime.mcp.seal.SealedText;
import dev.hyperterse.runtime.mcp.seal.SealingKey;
import dev.hyperterse.runtime.mcp.seal.SealingKeys;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * Seals tickets as session ids and opens them. The server's uid is authenticated with an id, so that an id of another
 * server is invalid. An id has at most {@value #MAX_CHARACTERS} characters.
 */
public final class SessionSeal {
    public static final int MAX_CHARACTERS = 256;

    private static final int FORMAT = 1;

    private final byte[] serverUid;
    private final SealedText text;
    private final SecureRandom random;

    public SessionSeal(String serverUid, SealingKeys keys, SecureRandom random) {
        this.serverUid = serverUid.getBytes(StandardCharsets.UTF_8);
        this.text = new SealedText(keys, SealingKey::sessions, random);
        this.random = random;
    }

    /** A name for a new session. */
    SessionId newId() {
        return new SessionId(random.nextLong(), random.nextLong());
    }

    public String seal(SessionTicket ticket) {
        return text.seal(write(ticket), serverUid);
    }

    /** Whether an id that was opened before could be opened again: the seed of its key has not been replaced. */
    boolean hasKeyOf(String sessionId) {
        return text.hasKeyOf(sessionId);
    }

    /** The ticket in an id; empty for anything that was not sealed for this server with a key of its ring. */
    public Optional<SessionTicket> open(String sessionId) {
        return sessionId.length() > MAX_CHARACTERS
                ? Optional.empty()
                : text.open(sessionId, serverUid).map(ByteBuffer::wrap).flatMap(SessionSeal::read);
    }

    private static byte[] write(SessionTicket ticket) {
        var buffer = ByteBuffer.allocate(MAX_CHARACTERS);
        buffer.put((byte) FORMAT);
        buffer.putLong(ticket.id().high()).putLong(ticket.id().low());
        buffer.putLong(ticket.principal().high()).putLong(ticket.principal().low());
        buffer.putLong(ticket.issuedAt());
        buffer.put((byte) ticket.version().ordinal());
        buffer.put((byte) CapabilitySets.bits(ticket.client()));
        buffer.put((byte) CapabilitySets.bits(ticket.announced()));
        writeText(buffer, ticket.clientInfo().name());
        writeText(buffer, ticket.clientInfo().version());
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** An authentic id may have the format of a newer build: it is then unknown here, not an error. */
    private static Optional<SessionTicket> read(ByteBuffer buffer) {
        try {
            if (buffer.get() != FORMAT) {
                return Optional.empty();
            }
            return Optional.of(new SessionTicket(
                    new SessionId(buffer.getLong(), buffer.getLong()),
                    new PrincipalHash(buffer.getLong(), buffer.getLong()),
                    buffer.getLong(),
                    ProtocolVersion.values()[buffer.get()],
                    SessionTicket.OF_CLIENTS.ofBits(buffer.get()),
                    SessionTicket.OF_SERVERS.ofBits(buffer.get()),
                    new ClientInfo(readText(buffer), readText(buffer))));
        } catch (BufferUnderflowException | IndexOutOfBoundsException unknown) {
            return Optional.empty();
        }
    }

    private static void writeText(ByteBuffer buffer, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        buffer.put((byte) bytes.length).put(bytes);
    }

    private static String readText(ByteBuffer buffer) {
        var bytes = new byte[buffer.get()];
        buffer.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
