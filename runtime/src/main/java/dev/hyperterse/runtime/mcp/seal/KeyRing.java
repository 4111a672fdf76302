package dev.hyperterse.runtime.mcp.seal;

import dev.hyperterse.catalog.keys.SessionSeed;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys of one seed, one for each period of 30 days since 1970. Replicas need no moment at which all of them agree:
 * a key is accepted from the period before its own, because clocks differ, and for ever after, because session ids and
 * request states have an end of their own.
 */
public final class KeyRing {
    /** Random nonces bound a key of AES-GCM to about four billion ids. */
    static final Duration PERIOD = Duration.ofDays(30);

    private static final int NAME_BYTES = 6;

    private final SessionSeed seed;
    private final InstantSource clock;
    /** Begins the id of each key, and differs between seeds. */
    private final String prefix;
    /** At most one for each period from 1970 to the next one. */
    private final Map<Long, SealingKey> keys = new ConcurrentHashMap<>();

    public KeyRing(SessionSeed seed, InstantSource clock) {
        this.seed = seed;
        this.clock = clock;
        this.prefix = name(seed) + "-";
    }

    /** The keys of a process that shares them with no other. */
    public static KeyRing random() {
        return new KeyRing(SessionSeed.random(new SecureRandom()), InstantSource.system());
    }

    private static String name(SessionSeed seed) {
        var name = new byte[NAME_BYTES];
        System.arraycopy(SealingKey.derive(seed, "name of the seed", "Generic").getEncoded(), 0, name, 0, NAME_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name);
    }

    /** The key that seals now. */
    public SealingKey current() {
        return key(period());
    }

    /** The key of that id; empty for another seed, and for a period after the next one. */
    public Optional<SealingKey> find(String id) {
        var current = current();
        return current.id().equals(id) ? Optional.of(current) : period(id).map(this::key);
    }

    private long period() {
        return clock.instant().getEpochSecond() / PERIOD.toSeconds();
    }

    private Optional<Long> period(String id) {
        if (!id.startsWith(prefix)) {
            return Optional.empty();
        }
        try {
            var period = Long.parseLong(id, prefix.length(), id.length(), 10);
            // Another spelling of the number would be another id of an ended session.
            return period >= 0 && period <= period() + 1 && id.equals(id(period))
                    ? Optional.of(period)
                    : Optional.empty();
        } catch (NumberFormatException forged) {
            return Optional.empty();
        }
    }

    private SealingKey key(long period) {
        return keys.computeIfAbsent(period, number -> new SealingKey(seed, id(number), number));
    }

    private String id(long period) {
        return prefix + period;
    }
}
