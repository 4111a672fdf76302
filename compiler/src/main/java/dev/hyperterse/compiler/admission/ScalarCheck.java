package dev.hyperterse.compiler.admission;

import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.GoText;
import dev.hyperterse.compiler.admission.violation.ObjectPath;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The keywords of texts and numbers. */
final class ScalarCheck {
    private ScalarCheck() {}

    /** The API server stops at the first keyword that a text breaks; its format is looked at in any case. */
    static List<Violation> text(Schema.Text rules, ObjectPath path, String text) {
        var findings = new ArrayList<Violation>();
        var length = text.codePointCount(0, text.length());
        if (rules.most().isPresent() && length > rules.most().getAsInt()) {
            findings.add(tooLong(path, rules.most().getAsInt()));
        } else if (rules.least().isPresent() && length < rules.least().getAsInt()) {
            var least = rules.least().getAsInt();
            findings.add(Violation.invalid(
                    path, text, "%s in body should be at least %d chars long".formatted(path, least)));
        } else if (rules.pattern().filter(it -> !it.matcher(text).find()).isPresent()) {
            var pattern = rules.pattern().orElseThrow().pattern();
            findings.add(Violation.invalid(path, text, "%s in body should match '%s'".formatted(path, pattern)));
        }
        if (!TextFormats.holds(rules.format(), text)) {
            var detail = "%s in body must be of type %s: %s".formatted(path, rules.format(), GoText.quoted(text));
            findings.add(Violation.about(path, Cause.WRONG_TYPE, text, detail));
        }
        return findings;
    }

    static List<Violation> number(Schema.Range range, ObjectPath path, Number number) {
        var findings = new ArrayList<Violation>();
        var value = number.doubleValue();
        var minimum = bound(range.minimum(), number);
        var maximum = bound(range.maximum(), number);
        if (isBelow(minimum, value, range.exclusiveMinimum())) {
            var words = range.exclusiveMinimum() ? "greater than" : "greater than or equal to";
            findings.add(outside(path, number, words, minimum));
        }
        if (isAbove(maximum, value, range.exclusiveMaximum())) {
            var words = range.exclusiveMaximum() ? "less than" : "less than or equal to";
            findings.add(outside(path, number, words, maximum));
        }
        if (range.multipleOf().isPresent() && value % range.multipleOf().getAsDouble() != 0) {
            findings.add(outside(path, number, "a multiple of", range.multipleOf()));
        }
        return findings;
    }

    /** An API server compares an integer with the bound cut to an integer, so that 1 is not less than 1.5 for it. */
    private static OptionalDouble bound(OptionalDouble bound, Number number) {
        return number instanceof Long && bound.isPresent() ? OptionalDouble.of((long) bound.getAsDouble()) : bound;
    }

    private static Violation tooLong(ObjectPath path, int most) {
        var message =
                "%s: may not be more than %d %s".formatted(Cause.TOO_LONG.words(), most, most == 1 ? "byte" : "bytes");
        return Violation.of(path, Cause.TOO_LONG, message);
    }

    private static Violation outside(ObjectPath path, Number number, String words, OptionalDouble bound) {
        var limit = GoText.number(bound.getAsDouble());
        return Violation.invalid(path, number, "%s in body should be %s %s".formatted(path, words, limit));
    }

    private static boolean isBelow(OptionalDouble minimum, double value, boolean exclusive) {
        return minimum.isPresent() && (value < minimum.getAsDouble() || exclusive && value == minimum.getAsDouble());
    }

    private static boolean isAbove(OptionalDouble maximum, double value, boolean exclusive) {
        return maximum.isPresent() && (value > maximum.getAsDouble() || exclusive && value == maximum.getAsDouble());
    }
}
