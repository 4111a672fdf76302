package dev.hyperterse.statement.sql.dialect;

/**
 * A type in front of a string with placeholders, which is not possible in front of a parameter.
 *
 * @param type as it is written behind CAST ... AS
 * @param string index of the string's token
 * @param hasField whether a word behind the string changes its meaning
 */
public record TypedLiteral(String type, int string, boolean hasField) {}
