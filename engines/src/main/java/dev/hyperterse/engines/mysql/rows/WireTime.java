package dev.hyperterse.engines.mysql.rows;

import dev.hyperterse.calls.memory.ResultBuffer;

/**
 * A date, timestamp or time in the format of the protocol: little-endian fields, without trailing fields that are zero.
 * The driver's own types have no zero dates and no times beyond a day.
 */
record WireTime(byte[] bytes) {
    private static final int HOURS_OF_A_DAY = 24;
    private static final int MICROSECOND_DIGITS = 6;

    /** Year, month and day are all zero. */
    boolean isZeroDate() {
        return number(0, 2) == 0 && number(2, 1) == 0 && number(3, 1) == 0;
    }

    /** {@code 2025-01-02}. */
    void writeDate(ResultBuffer out) {
        quoted(date(), out);
    }

    /** {@code 2025-01-02T10:11:12.5}, in no zone. */
    void writeLocal(ResultBuffer out) {
        quoted(moment(), out);
    }

    /** {@code 2025-01-02T10:11:12.5Z}; the zone of the session is UTC. */
    void writeUtc(ResultBuffer out) {
        quoted(moment().append('Z'), out);
    }

    /** Hours may be more than a day has, and the whole may be negative. */
    void writeTime(ResultBuffer out) {
        var text = new StringBuilder();
        if (number(0, 1) != 0) {
            text.append('-');
        }
        clock(number(1, 4) * HOURS_OF_A_DAY + number(5, 1), 6, text);
        fraction(number(8, 4), text);
        quoted(text, out);
    }

    private StringBuilder date() {
        var text = new StringBuilder();
        digits(number(0, 2), 4, text).append('-');
        digits(number(2, 1), 2, text).append('-');
        return digits(number(3, 1), 2, text);
    }

    private StringBuilder moment() {
        var text = date().append('T');
        clock(number(4, 1), 5, text);
        fraction(number(7, 4), text);
        return text;
    }

    private void clock(long hours, int minutesAt, StringBuilder text) {
        digits(hours, 2, text).append(':');
        digits(number(minutesAt, 1), 2, text).append(':');
        digits(number(minutesAt + 1, 1), 2, text);
    }

    private static void fraction(long microseconds, StringBuilder text) {
        if (microseconds != 0) {
            digits(microseconds, MICROSECOND_DIGITS, text.append('.'));
            while (text.charAt(text.length() - 1) == '0') {
                text.setLength(text.length() - 1);
            }
        }
    }

    private static StringBuilder digits(long number, int least, StringBuilder text) {
        var digits = Long.toString(number);
        return text.repeat('0', Math.max(0, least - digits.length())).append(digits);
    }

    private static void quoted(StringBuilder text, ResultBuffer out) {
        out.json('"').ascii(text.toString()).json('"');
    }

    /** Zero for a field that was not sent. */
    private long number(int at, int length) {
        var number = 0L;
        for (var index = Math.min(at + length, bytes.length) - 1; index >= at; index--) {
            number = number << Byte.SIZE | bytes[index] & 0xff;
        }
        return number;
    }
}
