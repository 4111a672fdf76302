package dev.hyperterse.runtime.audit;

import java.time.Instant;

/** Times as records show them, to the microsecond. Most records are of the second of the record before, which is kept. */
final class RecordTimes {
    private static final int MICROS = 1_000_000;
    private static final int NANOS_OF_MICRO = 1_000;

    /** @param text up to the seconds */
    private record Second(long number, String text) {
        static Second of(long number) {
            var text = Instant.ofEpochSecond(number).toString();
            return new Second(number, text.substring(0, text.length() - 1));
        }
    }

    /** Threads may make the same one twice, and each uses its own. */
    private volatile Second last = Second.of(0);

    String text(Instant time) {
        var second = last;
        if (second.number() != time.getEpochSecond()) {
            second = Second.of(time.getEpochSecond());
            last = second;
        }
        // The leading one keeps the zeros behind it.
        var micros = Integer.toString(MICROS + time.getNano() / NANOS_OF_MICRO);
        return second.text() + '.' + micros.substring(1) + 'Z';
    }
}
