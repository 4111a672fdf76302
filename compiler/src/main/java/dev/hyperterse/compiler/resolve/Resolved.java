package dev.hyperterse.compiler.resolve;

/**
 * A text that a setting, a document or a reference stands for.
 *
 * @param secret came out of a Secret: must not end up in a ConfigMap
 */
public record Resolved(String text, boolean secret) {
    /** Without the text. */
    @Override
    public String toString() {
        return "Resolved[secret=" + secret + "]";
    }
}
