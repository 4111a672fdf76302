package dev.hyperterse.statement.binding;

/**
 * A rule that a statement can break. The identifiers are API: problems, validation output and
 * {@code docs/reference/rules-of-statements.md} name them.
 */
public interface RuleIdentifier {
    /** As problems and documentation spell it. */
    String identifier();
}
