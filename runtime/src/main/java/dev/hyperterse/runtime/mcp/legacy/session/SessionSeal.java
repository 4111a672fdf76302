package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import dev.hyperterse.runtime.mcp.seal.SealingKey;
import dev.hyperterse.runtime.mcp.seal.SealingKeys;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Turns tickets into session ids and back: {@code kid.nonce.AES-256-GCM{ticket}}, the server's uid authenticated with
 * it, so that an id of one server opens on no other. An id is at most {@value #MAX_CHARACTERS} characters.
 */
public final class SessionSeal {
    public static final int MAX_CHARACTERS = 256;

    private static final int FORMAT = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private final byte[] serverUid;
    private final SealingKeys keys;
    private final SecureRandom random;

    public SessionSeal(String serverUid, SealingKeys keys, SecureRandom random) {
        this.serverUid = serverUid.getBytes(StandardCharsets.UTF_8);
        this.keys = keys;
        this.random = random;
    }

    /** A name for a new session. */
    SessionId newId() {
        return new SessionId(random.nextLong(), random.nextLong());
    }

    public String seal(SessionTicket ticket) {
        var key = keys.ring().current();
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(write(ticket));
            return key.id() + "." + ENCODER.encodeToString(nonce) + "." + ENCODER.encodeToString(sealed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has AES-GCM", impossible);
        }
    }

    /** The ticket in an id; empty for anything that was not sealed for this server with a key of its ring. */
    public Optional<SessionTicket> open(String sessionId) {
        if (sessionId.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        var parts = sessionId.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        var key = keys.ring().find(parts[0]);
        if (key.isEmpty()) {
            keys.missed();
        }
        return key.flatMap(known -> open(known, parts[1], parts[2]));
    }

    private Optional<SessionTicket> open(SealingKey key, String nonce, String sealed) {
        try {
            var nonceBytes = decode(nonce);
            if (nonceBytes.length != NONCE_BYTES) {
                return Optional.empty();
            }
            return read(
                    ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, key, nonceBytes).doFinal(decode(sealed))));
        } catch (AEADBadTagException | IllegalArgumentException forged) {
            return Optional.empty();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has AES-GCM", impossible);
        }
    }

    /** Refuses the other spellings that Base64 has for the same bytes: an ended session must not come back under one. */
    private static byte[] decode(String text) {
        var bytes = DECODER.decode(text);
        if (!ENCODER.encodeToString(bytes).equals(text)) {
            throw new IllegalArgumentException("not the one spelling of these bytes");
        }
        return bytes;
    }

    private Cipher cipher(int mode, SealingKey key, byte[] nonce) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key.sessions(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(serverUid);
        return cipher;
    }

    private static byte[] write(SessionTicket ticket) {
        var buffer = ByteBuffer.allocate(MAX_CHARACTERS);
        buffer.put((byte) FORMAT);
        buffer.putLong(ticket.id().high()).putLong(ticket.id().low());
        buffer.putLong(ticket.principal().high()).putLong(ticket.principal().low());
        buffer.putLong(ticket.issuedAt().toEpochMilli());
        buffer.put((byte) ticket.version().ordinal());
        buffer.put(bits(ticket.client()));
        buffer.put(bits(ticket.announced()));
        writeText(buffer, ticket.clientInfo().name());
        writeText(buffer, ticket.clientInfo().version());
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** What is authentic can still be of a newer build that seals another format: unknown here, not an error. */
    private static Optional<SessionTicket> read(ByteBuffer buffer) {
        try {
            if (buffer.get() != FORMAT) {
                return Optional.empty();
            }
            return Optional.of(new SessionTicket(
                    new SessionId(buffer.getLong(), buffer.getLong()),
                    new PrincipalHash(buffer.getLong(), buffer.getLong()),
                    Instant.ofEpochMilli(buffer.getLong()),
                    ProtocolVersion.values()[buffer.get()],
                    named(ClientCapability.class, buffer.get()),
                    named(ServerCapability.class, buffer.get()),
                    new ClientInfo(readText(buffer), readText(buffer))));
        } catch (BufferUnderflowException | IndexOutOfBoundsException unknown) {
            return Optional.empty();
        }
    }

    private static byte bits(Set<? extends Enum<?>> members) {
        int bits = 0;
        for (var member : members) {
            bits |= 1 << member.ordinal();
        }
        return (byte) bits;
    }

    private static <E extends Enum<E>> Set<E> named(Class<E> type, byte bits) {
        var members = EnumSet.noneOf(type);
        for (var member : type.getEnumConstants()) {
            if ((bits & 1 << member.ordinal()) != 0) {
                members.add(member);
            }
        }
        return members;
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
