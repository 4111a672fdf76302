package dev.hyperterse.statement.binding;

/** Text of the author, its escapes undone. */
public record Literal(String text) implements Piece {}
