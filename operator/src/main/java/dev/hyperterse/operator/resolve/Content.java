package dev.hyperterse.operator.resolve;

/** What one key of a ConfigMap holds. */
public sealed interface Content {
    record Text(String text) implements Content {}

    record Binary(Bytes bytes) implements Content {}
}
