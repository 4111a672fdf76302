package dev.hyperterse.operator.compile.binding;

import dev.hyperterse.operator.problem.Reason;

/**
 * A rule that a statement can break. The identifiers are API: problems, validation output and {@code docs/statements.md}
 * name them.
 */
public interface Rule {
    /** As problems and documentation spell it. */
    String identifier();

    /** What a leaf that breaks this rule reports. */
    default Reason reason() {
        return Reason.InvalidStatement;
    }
}
