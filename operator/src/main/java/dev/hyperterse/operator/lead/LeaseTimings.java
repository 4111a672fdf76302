package dev.hyperterse.operator.lead;

import java.time.Duration;

/**
 * The duration of a lease, the time that its holder has to renew it, and the interval between attempts.
 */
public record LeaseTimings(Duration lease, Duration renewal, Duration retry) {
    public static final LeaseTimings STANDARD =
            new LeaseTimings(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(1));
}
