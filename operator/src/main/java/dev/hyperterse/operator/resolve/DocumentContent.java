package dev.hyperterse.operator.resolve;

/** What one key of a ConfigMap holds. */
public sealed interface DocumentContent {
    record Text(String text) implements DocumentContent {}

    record Binary(Bytes bytes) implements DocumentContent {}
}
