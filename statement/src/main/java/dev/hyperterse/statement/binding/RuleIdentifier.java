package dev.hyperterse.statement.binding;

import java.util.Locale;

/**
 * A rule that a statement can break: a constant of an enum. The identifiers are API, so the constants keep their names:
 * problems, validation output and {@code docs/reference/rules-of-statements.md} spell them.
 */
public interface RuleIdentifier {
    /** Of the constant. */
    String name();

    /** As problems and documentation spell it: {@code list-position} of {@code LIST_POSITION}. */
    default String identifier() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
