package dev.hyperterse.compiler.resolve;

import java.util.Arrays;
import java.util.Base64;

/** Content of a ConfigMap's key, compared by value; cheap to compare with itself. */
public record Bytes(byte[] content) {
    public String base64() {
        return Base64.getEncoder().encodeToString(content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && (content == that.content || Arrays.equals(content, that.content));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return "Bytes[" + content.length + "]";
    }
}
