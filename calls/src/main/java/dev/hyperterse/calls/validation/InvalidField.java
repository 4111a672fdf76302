package dev.hyperterse.calls.validation;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;

/** One field of the arguments is invalid; others may be, too. */
final class InvalidField extends CallFailure {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String why;

    InvalidField(String field, String why) {
        super(Stage.VALIDATION, "validation error for " + described(field, why));
        this.field = field;
        this.why = why;
    }

    /** The same about an item of the field. */
    InvalidField at(int index) {
        return new InvalidField("%s[%d]".formatted(field, index), why);
    }

    /** The field and the problem. */
    String described() {
        return described(field, why);
    }

    private static String described(String field, String why) {
        return "field '%s': %s".formatted(ValidationFailures.shown(field), why);
    }
}
