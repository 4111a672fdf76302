package dev.hyperterse.operator.report;

import java.time.Duration;

/** A bound on how often something is done: everybody takes the next free moment, evenly spaced. */
final class Rate {
    private final long spacingNanos;
    private long next;

    Rate(int perSecond) {
        this.spacingNanos = Duration.ofSeconds(1).toNanos() / perSecond;
        this.next = Long.MIN_VALUE;
    }

    /** How long the caller has to wait for its moment. */
    synchronized Duration reserve(long now) {
        var moment = next == Long.MIN_VALUE || next - now < 0 ? now : next;
        next = moment + spacingNanos;
        return Duration.ofNanos(moment - now);
    }
}
