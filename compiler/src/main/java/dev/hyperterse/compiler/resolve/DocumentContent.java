package dev.hyperterse.compiler.resolve;

/** The content of one key of a ConfigMap. */
public sealed interface DocumentContent {
    record Text(String text) implements DocumentContent {}

    record Binary(Bytes bytes) implements DocumentContent {}
}
