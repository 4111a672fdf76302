package dev.hyperterse.catalog.keys;

import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The keys of one server. Every replica opens what any of them sealed and seals with {@code current}; {@code next} is
 * known to all replicas before the first of them seals with it, and {@code previous} after the last has stopped.
 */
public record SessionKeys(SessionKey next, SessionKey current, Optional<SessionKey> previous) {
    public SessionKeys {
        Objects.requireNonNull(previous, "previous");
        var names = Stream.of(Optional.of(next), Optional.of(current), previous)
                .flatMap(Optional::stream)
                .map(SessionKey::id)
                .toList();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("two session keys have the same id: " + names);
        }
    }

    /** The first keys of a server. */
    public static SessionKeys random(SecureRandom random) {
        return new SessionKeys(SessionKey.random(random), SessionKey.random(random), Optional.empty());
    }

    /** One step: {@code next} seals from now on, and what {@code previous} had sealed can no longer be opened. */
    public SessionKeys rotated(SessionKey fresh) {
        return new SessionKeys(fresh, next, Optional.of(current));
    }
}
