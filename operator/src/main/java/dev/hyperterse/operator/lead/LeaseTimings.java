package dev.hyperterse.operator.lead;

import java.time.Duration;

/**
 * How long a lease holds, how long its holder tries to renew it before it stops to lead, and how often all of them try.
 */
public record LeaseTimings(Duration lease, Duration renewal, Duration retry) {
    public static final LeaseTimings STANDARD =
            new LeaseTimings(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(1));
}
