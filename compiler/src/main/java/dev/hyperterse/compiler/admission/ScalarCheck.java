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

    /** The API server stops at the first keyword that a text breaks. */
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
        return findings;
    }

    static List<Violation> number(Schema.Range range, ObjectPath path, Number number) {
        var findings = new ArrayList<Violation>();
        var value = number.doubleValue();
        if (range.minimum().isPresent() && value < range.minimum().getAsDouble()) {
            findings.add(outside(path, number, "greater than or equal to", range.minimum()));
        }
        if (range.maximum().isPresent() && value > range.maximum().getAsDouble()) {
            findings.add(outside(path, number, "less than or equal to", range.maximum()));
        }
        return findings;
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
}
