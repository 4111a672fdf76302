package dev.hyperterse.runtime.mcp.legacy.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a replica holds for a session that is idle: every object that no other session refers to, with its id. */
class SessionSizeTest {
    /** Objects as the image lays them out: a header of 8 bytes, references of 4, and whole multiples of 8. */
    private static final int HEADER = 8;

    private static final int ARRAY_HEADER = 12;
    private static final int REFERENCE = 4;
    /** Key, value, hash, next; and a reference in the table, which is at most three quarters full, and twice as long. */
    private static final int PLACE = 24 + 2 * 8;

    private static final Principal CALLER = Principal.named("keys", "acme");

    private final KeyRing keys = KeyRing.random();
    private final SessionRegistry registry = new SessionRegistry(
            new SessionSeal("uid", () -> keys, new SecureRandom()),
            SessionTimes.system(),
            new SessionMemory(1 << 20, 1 << 20, 1 << 20));

    @Test
    void idleSessionHoldsAtMost512Bytes() {
        assertThat(held(new ClientInfo("claude-code", "2.1.14"))).isBetween(300L, 512L);
    }

    @Test
    void sessionOfTheLongestNamesHoldsWhatItIsChargedWith() {
        assertThat(held(new ClientInfo("n".repeat(100), "v".repeat(100))))
                .isBetween(400L, (long) SessionMemory.SESSION);
    }

    private long held(ClientInfo client) {
        var id = begin(client);
        var shared = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
        collect(find(begin(new ClientInfo("another", "0"))), shared);
        return PLACE + bytes(id) + walk(find(id), shared);
    }

    private static void collect(Object object, Set<Object> seen) {
        if (seen.add(object) && isOurs(object)) {
            fields(object).map(field -> value(field, object)).forEach(it -> collect(it, seen));
        }
    }

    private static boolean isOurs(Object object) {
        return !(object instanceof Enum<?>) && object.getClass().getName().startsWith("dev.hyperterse.");
    }

    private static Stream<Field> fields(Object object) {
        return Stream.<Class<?>>iterate(object.getClass(), type -> type != null, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                .filter(field -> !Modifier.isStatic(field.getModifiers()));
    }

    /** The bytes of an object and all that it refers to, unless another session does; those are added to the seen ones. */
    private static long walk(Object object, Set<Object> seen) {
        if (object instanceof Enum<?> || object instanceof Class<?> || !seen.add(object)) {
            return 0;
        }
        return switch (object) {
            case String text -> bytes(text);
            default -> ours(object, seen);
        };
    }

    private static long ours(Object object, Set<Object> seen) {
        assertThat(object)
                .as("each object of an idle session is ours, or of a class whose size is known here")
                .matches(SessionSizeTest::isOurs);
        return aligned(HEADER + fields(object).mapToLong(SessionSizeTest::bytes).sum())
                + fields(object)
                        .filter(field -> !field.getType().isPrimitive())
                        .mapToLong(field -> walk(value(field, object), seen))
                        .sum();
    }

    private static Object value(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (IllegalAccessException closed) {
            throw new AssertionError(closed);
        }
    }

    private static long bytes(Field field) {
        return switch (field.getType().getName()) {
            case "long", "double" -> Long.BYTES;
            case "boolean", "byte" -> 1;
            default -> REFERENCE;
        };
    }

    private static long bytes(String text) {
        return aligned(HEADER + REFERENCE + Integer.BYTES + 2) + aligned(ARRAY_HEADER + text.length());
    }

    private static long aligned(long bytes) {
        return (bytes + 7) / 8 * 8;
    }

    private String begin(ClientInfo client) {
        return registry.begin(
                PrincipalHash.of(CALLER),
                ProtocolVersion.LATEST,
                EnumSet.of(ClientCapability.ROOTS, ClientCapability.ELICITATION),
                EnumSet.allOf(ServerCapability.class),
                client);
    }

    private Session find(String id) {
        return registry.find(id, CALLER, new Sessions(60_000, 60_000)).orElseThrow();
    }
}
