package dev.hyperterse.compiler.resolve;

/** The content of one key of a ConfigMap. */
public sealed interface DocumentContent {
    int length();

    /** @param quotable as of {@link Entries} */
    record Text(String text, boolean quotable) implements DocumentContent {
        @Override
        public int length() {
            return text.length();
        }
    }

    record Binary(Bytes bytes) implements DocumentContent {
        @Override
        public int length() {
            return bytes.content().length;
        }
    }
}
