package dev.hyperterse.runtime.auth;

import java.time.Duration;

/** How often an issuer is asked for its keys, whatever tokens are sent: twice at once, and then once in each pause. */
final class ReadAllowance {
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final int AT_ONCE = 2;

    /** When as many as ever may come at once again. */
    private long fullAt;

    ReadAllowance(long now) {
        this.fullAt = now;
    }

    /** Whether it may be asked now; then it is one time less. */
    boolean take(long now) {
        var next = (now - fullAt > 0 ? now : fullAt) + PAUSE.toNanos();
        if (next - now > AT_ONCE * PAUSE.toNanos()) {
            return false;
        }
        fullAt = next;
        return true;
    }
}
