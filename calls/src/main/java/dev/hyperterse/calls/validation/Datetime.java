package dev.hyperterse.calls.validation;

import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The forms of a date and time that callers may use: RFC 3339, the same without an offset, with a {@code T} or a blank,
 * and {@code 2006-01-02}.
 */
public final class Datetime {
    /** Examples for error messages. */
    static final String FORMS = "2006-01-02T15:04:05Z, 2006-01-02T15:04:05+02:00, 2006-01-02T15:04:05 or 2006-01-02";

    private static final int LAST_YEAR = 9999;
    private static final int DATE_LENGTH = 10;
    private static final int MICROSECONDS = "2006-01-02 15:04:05.999999".length();
    private static final Pattern RFC_3339 =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");
    private static final Pattern WITHOUT_ZONE =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

    private Datetime() {}

    static boolean isOne(String text) {
        return isRfc3339(text) && hasYearOfDatabases(text) || isWithoutOffset(text);
    }

    static boolean isRfc3339(String text) {
        try {
            return RFC_3339.matches(text) && OffsetDateTime.parse(text) != null;
        } catch (DateTimeException noSuchMoment) {
            return false;
        }
    }

    /** Databases get it in UTC. */
    private static boolean hasYearOfDatabases(String text) {
        var year =
                OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC).getYear();
        return year >= 0 && year <= LAST_YEAR;
    }

    private static boolean isWithoutOffset(String text) {
        try {
            if (WITHOUT_ZONE.matches(text)) {
                LocalTime.parse(text.substring(DATE_LENGTH + 1));
            } else if (!DATE.matches(text)) {
                return false;
            }
            LocalDate.parse(text.substring(0, DATE_LENGTH));
            return true;
        } catch (DateTimeException noSuchMoment) {
            return false;
        }
    }

    /**
     * The same time in UTC, because Postgres drops an offset if the column has none. A time without an offset is
     * unchanged.
     */
    public static String inUtc(String text) {
        if (!RFC_3339.matches(text) || text.endsWith("Z")) {
            return text;
        }
        return OffsetDateTime.parse(text)
                .withOffsetSameInstant(ZoneOffset.UTC)
                .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    }

    /** The same time as {@code 2006-01-02 15:04:05.999999}: MySQL does not accept {@code Z} or further digits. */
    public static String inUtcWithoutOffset(String text) {
        if (text.length() == DATE_LENGTH) {
            return text;
        }
        var utc = inUtc(text);
        var end = utc.endsWith("Z") ? utc.length() - 1 : utc.length();
        return utc.substring(0, DATE_LENGTH) + " " + utc.substring(DATE_LENGTH + 1, Math.min(end, MICROSECONDS));
    }
}
