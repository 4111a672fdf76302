package dev.hyperterse.compiler.document;

/** The role of a value in a command, which decides what may be written there. */
enum ValueRole {
    /** Compared with: what finds documents. */
    QUERY,
    /** The same in a command that writes, where an absent input must not find other documents. */
    WRITE_QUERY,
    /** A value to remove from an array: a document there would be a condition, its keys the caller's. */
    PULLED,
    /** Evaluated: a string that begins with a dollar would be a path, so values are wrapped in {@code $literal}. */
    EXPRESSION,
    /** Stored as it is. */
    STORED,
    /** A whole number that is always there. */
    NUMBER,
    /** A regular expression. */
    REGEX,
    /** A regular expression inside of an expression. */
    EXPRESSION_REGEX,
    /** The same in every call. */
    FIXED;

    boolean isQuery() {
        return this == QUERY || this == WRITE_QUERY || this == PULLED;
    }

    boolean isExpression() {
        return this == EXPRESSION || this == EXPRESSION_REGEX;
    }
}
