package dev.hyperterse.statement.binding;

/**
 * A rule that a text breaks.
 *
 * @param offset in the text, in UTF-16 units
 * @param message what is wrong, in one sentence
 * @param remedy what to write instead, in one sentence
 */
public record Finding(RuleIdentifier rule, int offset, String message, String remedy) {}
