package dev.hyperterse.telemetry.logging;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The time in front of a line for a person at a terminal. Always of the same length: ISO texts leave out zeros. */
public final class TimeOfDay {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("HH:mm:ss");

    private TimeOfDay() {}

    public static String of(Clock clock) {
        return of(clock.instant(), clock.getZone());
    }

    static String of(Instant time, ZoneId zone) {
        return FORMAT.format(time.atZone(zone));
    }
}
