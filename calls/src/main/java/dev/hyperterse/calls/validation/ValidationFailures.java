package dev.hyperterse.calls.validation;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;

/** The failures of validation, in the words of the original product. */
public final class ValidationFailures {
    private static final int LONGEST = 100;

    private ValidationFailures() {}

    static InvalidField field(String field, String why) {
        return new InvalidField(field, why);
    }

    /** @param faults each with its field */
    static CallFailure fields(String faults) {
        return new CallFailure(Stage.VALIDATION, "validation error for " + faults);
    }

    static InvalidField type(String field, String why) {
        return field(field, "type validation failed: " + why);
    }

    static CallFailure arguments(String why) {
        return new CallFailure(Stage.VALIDATION, "invalid arguments: " + why);
    }

    /** A value of the caller, shortened for one line. */
    public static String shown(String text) {
        var line = new StringBuilder();
        text.codePoints()
                .limit(LONGEST)
                .forEach(character -> line.appendCodePoint(Character.isISOControl(character) ? ' ' : character));
        return line.length() < text.length() ? line.append("...").toString() : line.toString();
    }
}
