package dev.hyperterse.runtime.mcp.legacy.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that the test advances. */
public final class PassingTime extends Clock {
    private final AtomicLong elapsed = new AtomicLong();

    public SessionTimes times() {
        return new SessionTimes(this, elapsed::get);
    }

    public void pass(Duration time) {
        elapsed.addAndGet(time.toNanos());
    }

    @Override
    public ZoneOffset getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(elapsed.get());
    }
}
