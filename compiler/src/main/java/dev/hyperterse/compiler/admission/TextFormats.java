package dev.hyperterse.compiler.admission;

import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The values of {@code format} that an API server checks and our CRDs may use; it passes over all that it does not know,
 * those of numbers among them. A test holds the committed CRDs against {@link #isDecided}.
 */
final class TextFormats {
    private static final Pattern UUID =
            Pattern.compile("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$");
    private static final Pattern DATE_TIME =
            Pattern.compile("^([0-9]{2}):([0-9]{2}):([0-9]{2})(\\.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$");
    private static final Map<String, Predicate<String>> CHECKED = Map.of(
            "byte", TextFormats::isBase64,
            "date", TextFormats::isDate,
            "datetime", TextFormats::isDateTime,
            "password", text -> true,
            "uuid", text -> UUID.matches(text));
    private static final Set<String> OF_NUMBERS = Set.of("int32", "int64", "float", "double");

    private TextFormats() {}

    static boolean holds(String format, String text) {
        return CHECKED.getOrDefault(normal(format), anything -> true).test(text);
    }

    /** Whether this class says of the format what an API server says. */
    static boolean isDecided(String format) {
        return CHECKED.containsKey(normal(format)) || OF_NUMBERS.contains(format);
    }

    private static String normal(String format) {
        return format.replace("-", "");
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return !text.isEmpty() && text.length() % 4 == 0;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    private static boolean isDate(String text) {
        try {
            return text.length() == 10 && LocalDate.parse(text) != null;
        } catch (DateTimeException notADate) {
            return false;
        }
    }

    private static boolean isDateTime(String text) {
        if (text.length() < 11 || Character.toLowerCase(text.charAt(10)) != 't') {
            return false;
        }
        var time = DATE_TIME.matcher(text.substring(11).toLowerCase(Locale.ROOT));
        return isDate(text.substring(0, 10))
                && time.find()
                && Integer.parseInt(time.group(1)) <= 23
                && Integer.parseInt(time.group(2)) <= 59
                && Integer.parseInt(time.group(3)) <= 59;
    }
}
