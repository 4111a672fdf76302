package dev.hyperterse.catalog.keys;

import dev.hyperterse.catalog.CatalogException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The keys as the entries of their Secret: {@code current}, {@code next} and, after the first rotation, {@code
 * previous}, each the text {@code <id>.<base64url of the secret, without padding>}.
 */
public final class SessionKeysCodec {
    private static final String CURRENT = "current";
    private static final String NEXT = "next";
    private static final String PREVIOUS = "previous";

    private SessionKeysCodec() {}

    public static Map<String, byte[]> encode(SessionKeys keys) {
        var entries = new TreeMap<String, byte[]>();
        entries.put(CURRENT, text(keys.current()));
        entries.put(NEXT, text(keys.next()));
        keys.previous().ifPresent(previous -> entries.put(PREVIOUS, text(previous)));
        return entries;
    }

    /** Entries with other names are ignored. */
    public static SessionKeys decode(Map<String, byte[]> entries) {
        var current = required(entries, CURRENT);
        var next = required(entries, NEXT);
        var previous = Optional.ofNullable(entries.get(PREVIOUS)).map(text -> key(PREVIOUS, text));
        try {
            return new SessionKeys(next, current, previous);
        } catch (IllegalArgumentException sameName) {
            throw new CatalogException("the session keys cannot be used: " + sameName.getMessage());
        }
    }

    /**
     * Repairs faulty entries: readable keys stay, unreadable ones are replaced by new keys. A lost {@code current} is
     * replaced by {@code next}, which replicas accept already.
     */
    public static SessionKeys repair(Map<String, byte[]> entries, Supplier<SessionKey> fresh) {
        var next = readable(entries, NEXT);
        var lost = readable(entries, CURRENT).isEmpty();
        var current = readable(entries, CURRENT).or(() -> next).orElseGet(fresh);
        var spare = next.filter(it -> !lost && !it.id().equals(current.id())).orElseGet(fresh);
        var previous = readable(entries, PREVIOUS)
                .filter(it -> !it.id().equals(current.id()) && !it.id().equals(spare.id()));
        return new SessionKeys(spare, current, previous);
    }

    private static Optional<SessionKey> readable(Map<String, byte[]> entries, String name) {
        try {
            return Optional.ofNullable(entries.get(name)).map(text -> key(name, text));
        } catch (CatalogException unreadable) {
            return Optional.empty();
        }
    }

    private static SessionKey required(Map<String, byte[]> entries, String name) {
        var text = entries.get(name);
        if (text == null) {
            throw new CatalogException("the session keys have no entry '" + name + "'");
        }
        return key(name, text);
    }

    private static SessionKey key(String name, byte[] entry) {
        var text = new String(entry, StandardCharsets.UTF_8);
        var dot = text.indexOf('.');
        try {
            return new SessionKey(
                    text.substring(0, Math.max(dot, 0)), Base64.getUrlDecoder().decode(text.substring(dot + 1)));
        } catch (IllegalArgumentException broken) {
            // Neither the message nor the cause: both may quote a piece of the secret into a log.
            throw new CatalogException("entry '%s' of the session keys is not <id>.<base64url of %d bytes>"
                    .formatted(name, SessionKey.BYTES));
        }
    }

    private static byte[] text(SessionKey key) {
        var secret = Base64.getUrlEncoder().withoutPadding().encodeToString(key.secret());
        return (key.id() + "." + secret).getBytes(StandardCharsets.UTF_8);
    }
}
