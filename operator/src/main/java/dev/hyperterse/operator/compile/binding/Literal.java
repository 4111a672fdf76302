package dev.hyperterse.operator.compile.binding;

/** Text of the author, its escapes undone. */
public record Literal(String text) implements Piece {}
