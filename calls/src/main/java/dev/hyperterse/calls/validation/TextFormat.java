package dev.hyperterse.calls.validation;

import com.google.re2j.Pattern;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetTime;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The {@code format}s of JSON Schema that are checked; an unknown one is only an annotation, as the standard requires.
 */
public final class TextFormat {
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");
    private static final Pattern HOST = Pattern.compile(
            "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");
    private static final Pattern UUID = Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
    private static final Pattern IPV4 = Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

    private static final long UNITS_PER_CHARACTER = 16;

    private static final Map<String, Predicate<String>> CHECKS = Map.of(
            "date", text -> parses(() -> LocalDate.parse(text)),
            "time", text -> parses(() -> OffsetTime.parse(text)),
            "date-time", Datetime::isRfc3339,
            "email", EMAIL::matches,
            "hostname", text -> text.length() <= 253 && HOST.matches(text),
            "ipv4", text -> !text.endsWith(".") && IPV4.matches(text),
            "ipv6", TextFormat::isIpv6,
            "uri", TextFormat::isUri,
            "uuid", UUID::matches);

    private static final Map<String, String> EXAMPLES = Map.of(
            "date", "2006-01-02",
            "time", "15:04:05Z",
            "date-time", "2006-01-02T15:04:05Z",
            "uri", "https://example.com",
            "uuid", "123e4567-e89b-12d3-a456-426614174000");

    private TextFormat() {}

    /** The format, with an example where its name does not say the form. */
    public static String words(String format) {
        return format
                + Optional.ofNullable(EXAMPLES.get(format))
                        .map("; write it like "::concat)
                        .orElse("");
    }

    static Map<String, Predicate<String>> all() {
        return CHECKS;
    }

    /** Whether a text is of a format that is checked. */
    public static boolean fits(String format, String text) {
        return CHECKS.get(format).test(text);
    }

    static Optional<Predicate<String>> named(String format) {
        return Optional.ofNullable(CHECKS.get(format));
    }

    /** The work of checking a text, linear in its length. */
    static long units(String text) {
        return UNITS_PER_CHARACTER * text.length();
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException none) {
            return false;
        }
    }

    /** Parses groups itself, because the parser of the platform would look up invalid addresses by DNS. */
    private static boolean isIpv6(String text) {
        if (!IPV6.matches(text) || text.indexOf("::") != text.lastIndexOf("::") || text.contains(":::")) {
            return false;
        }
        var shortened = text.contains("::");
        var colon = text.lastIndexOf(':');
        var mapped = text.indexOf('.') > colon;
        if (colon < 0 || mapped && !CHECKS.get("ipv4").test(text.substring(colon + 1))) {
            return false;
        }
        var groups = mapped ? 1 : 0;
        for (var group : text.split(":")) {
            if (group.indexOf('.') < 0 && group.length() > 4) {
                return false;
            }
            groups += group.isEmpty() ? 0 : 1;
        }
        var loneColon = !shortened && (text.startsWith(":") || text.endsWith(":"));
        return !loneColon && (shortened ? groups < 8 : groups == 8);
    }

    private static boolean parses(Runnable parser) {
        try {
            parser.run();
            return true;
        } catch (DateTimeException none) {
            return false;
        }
    }
}
