package dev.hyperterse.compiler.admission.violation;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;

/** One objection of the API server. */
public record Violation(ObjectPath path, Cause cause, String rule, String message, String remedy) {
    public static Violation required(ObjectPath path, String detail) {
        return of(path, Cause.REQUIRED, Cause.REQUIRED.words() + (detail.isEmpty() ? "" : ": " + detail));
    }

    public static Violation invalid(ObjectPath path, Object value, String detail) {
        return about(path, Cause.INVALID, value, detail);
    }

    /** An objection that quotes the value, as an API server does; but what it says may end in the log of a CI run. */
    public static Violation about(ObjectPath path, Cause cause, Object value, String detail) {
        var quoted = GoText.value(value instanceof String text ? AddressPasswords.masked(text) : value);
        return of(path, cause, cause.words() + ": " + quoted + (detail.isEmpty() ? "" : ": " + detail));
    }

    public static Violation of(ObjectPath path, Cause cause, String message) {
        return new Violation(path, cause, cause.rule(), message, "");
    }

    public Violation withRemedy(String remedy) {
        return new Violation(path, cause, rule, message, remedy);
    }

    public Violation byRule(String name) {
        return new Violation(path, cause, name, message, remedy);
    }

    public Problem asProblem() {
        return Reason.InvalidSpec.problem(path.text(), rule, message, remedy);
    }
}
