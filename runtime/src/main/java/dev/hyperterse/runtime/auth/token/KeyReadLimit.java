package dev.hyperterse.runtime.auth.token;

import java.time.Duration;

/**
 * Limits how often the keys of an issuer are read, independent of the tokens that arrive: a burst of two, then once per
 * pause.
 */
final class KeyReadLimit {
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final int AT_ONCE = 2;

    /** When the whole burst is available again. */
    private long fullAt;

    KeyReadLimit(long now) {
        this.fullAt = now;
    }

    /** Takes one read; false if the limit is reached. */
    boolean take(long now) {
        var next = (now - fullAt > 0 ? now : fullAt) + PAUSE.toNanos();
        if (next - now > AT_ONCE * PAUSE.toNanos()) {
            return false;
        }
        fullAt = next;
        return true;
    }
}
