package dev.hyperterse.statement.binding;

/** Text of the author, without escapes. */
public record Literal(String text) implements Piece {}
