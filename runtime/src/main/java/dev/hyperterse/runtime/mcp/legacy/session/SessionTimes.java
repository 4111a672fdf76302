package dev.hyperterse.runtime.mcp.legacy.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/** The two clocks of sessions: what time it is, for tickets, and how long ago, for memory. */
public record SessionTimes(Clock clock, LongSupplier nanoTime) {
    /** Clocks of replicas differ by a little: a ticket of the near future is not forged. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    public static SessionTimes system() {
        return new SessionTimes(Clock.systemUTC(), System::nanoTime);
    }

    public Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    /** Whether a session of that ticket may still be used. */
    public boolean valid(SessionTicket ticket, long maxAgeMillis) {
        long age = clock.millis() - ticket.issuedAt().toEpochMilli();
        return age <= maxAgeMillis && age >= -SKEW.toMillis();
    }
}
