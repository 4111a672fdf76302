package dev.hyperterse.runtime.mcp.legacy.session;

import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The two clocks of sessions: the time of day for tickets, and a monotonic clock for eviction. */
public record SessionTimes(Clock clock, LongSupplier nanoTime) {
    /** Clocks of replicas differ by a little: a ticket of the near future is not forged. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    public static SessionTimes system() {
        return new SessionTimes(Clock.systemUTC(), System::nanoTime);
    }

    /** Whether a session of that ticket may still be used. */
    public boolean valid(SessionTicket ticket, long maxAgeMillis) {
        long age = clock.millis() - ticket.issuedAt();
        return age <= maxAgeMillis && age >= -SKEW.toMillis();
    }
}
