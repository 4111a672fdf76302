package dev.hyperterse.runtime.audit;

import java.time.Instant;

/**
 * Formats the times of records, to the microsecond. The text of the last second is cached, because most records follow
 * within the same second.
 */
final class RecordTimes {
    private static final int MICROS = 1_000_000;
    private static final int NANOS_OF_MICRO = 1_000;

    /** @param text the timestamp up to the seconds */
    private record Second(long number, String text) {
        static Second of(long number) {
            var text = Instant.ofEpochSecond(number).toString();
            return new Second(number, text.substring(0, text.length() - 1));
        }
    }

    /** Threads may compute the same value concurrently, and each uses its own. */
    private volatile Second last = Second.of(0);

    String text(Instant time) {
        var second = last;
        if (second.number() != time.getEpochSecond()) {
            second = Second.of(time.getEpochSecond());
            last = second;
        }
        // The leading 1 keeps leading zeros; it is cut off.
        var micros = Integer.toString(MICROS + time.getNano() / NANOS_OF_MICRO);
        return second.text() + '.' + micros.substring(1) + 'Z';
    }
}
