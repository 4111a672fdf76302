package dev.hyperterse.statement.binding;

/** A part of a text that becomes one value. */
public sealed interface Piece permits Literal, Placeholder {}
