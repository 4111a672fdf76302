package dev.hyperterse.compiler.resolve;

/** The content of one key of a ConfigMap. */
public sealed interface DocumentContent {
    /** @param quotable as of {@link Entries} */
    record Text(String text, boolean quotable) implements DocumentContent {}

    record Binary(Bytes bytes) implements DocumentContent {}
}
