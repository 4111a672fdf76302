package dev.hyperterse.runtime.mcp.seal;

import dev.hyperterse.catalog.keys.SessionKeys;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The keys a server seals with. {@code next} is accepted before any replica seals with it and {@code previous} after,
 * so that a rotation needs no moment at which all replicas agree.
 */
public record KeyRing(Optional<SealingKey> next, SealingKey current, Optional<SealingKey> previous) {
    public KeyRing {
        Objects.requireNonNull(next, "next");
        Objects.requireNonNull(current, "current");
        Objects.requireNonNull(previous, "previous");
    }

    public static KeyRing of(SessionKeys keys) {
        return new KeyRing(
                Optional.of(new SealingKey(keys.next())),
                new SealingKey(keys.current()),
                keys.previous().map(SealingKey::new));
    }

    public static KeyRing of(SealingKey current) {
        return new KeyRing(Optional.empty(), current, Optional.empty());
    }

    /** The key of that id, whichever place it has. */
    public Optional<SealingKey> find(String id) {
        return Stream.of(Optional.of(current), next, previous)
                .flatMap(Optional::stream)
                .filter(key -> key.id().equals(id))
                .findFirst();
    }
}
