package dev.hyperterse.runtime.mcp.seal;

import dev.hyperterse.catalog.keys.SessionSeed;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** Keys of a seed whose bytes count up from zero, at a time of the test. */
public final class TestKeys {
    /** The first instant of period 691. */
    public static final Instant START = Instant.parse("2026-10-04T00:00:00Z");

    private TestKeys() {}

    public static SessionSeed seed() {
        return seed(0);
    }

    /** A seed whose bytes count up from that number. */
    public static SessionSeed seed(int first) {
        var bytes = new byte[SessionSeed.BYTES];
        for (var at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) (first + at);
        }
        return new SessionSeed(bytes);
    }

    public static KeyRing at(Instant now) {
        return new KeyRing(seed(), InstantSource.fixed(now));
    }

    public static KeyRing at(AtomicReference<Instant> now) {
        return new KeyRing(seed(), now::get);
    }
}
