package dev.hyperterse.calls.question;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The formats that a text field of a form may require. */
enum FormTextFormat {
    EMAIL("email", "an e-mail address", FormTextFormat::isAddress),
    URI("uri", "a URI", FormTextFormat::isUri),
    DATE("date", "a date such as 2026-07-28", FormTextFormat::isDate),
    DATE_TIME("date-time", "a time such as 2026-07-28T12:00:00Z", FormTextFormat::isDateTime);

    private static final Pattern ADDRESS = Pattern.compile("[^@\\s]{1,64}@[^@\\s]{1,255}");

    private final String spelling;
    private final String meaning;
    private final Predicate<String> rule;

    FormTextFormat(String spelling, String meaning, Predicate<String> rule) {
        this.spelling = spelling;
        this.meaning = meaning;
        this.rule = rule;
    }

    static Optional<FormTextFormat> find(String spelling) {
        for (var format : values()) {
            if (format.spelling.equals(spelling)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    String meaning() {
        return meaning;
    }

    boolean fits(String text) {
        return rule.test(text);
    }

    private static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    private static boolean isUri(String text) {
        try {
            return java.net.URI.create(text).isAbsolute();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeParseException malformed) {
            return false;
        }
    }

    private static boolean isDateTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeParseException malformed) {
            return false;
        }
    }
}
