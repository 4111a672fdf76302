package dev.hyperterse.cli.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts that are packed with this program. */
public final class PackedText {
    private PackedText() {}

    /** @param owner the class that the file lies beside */
    public static String of(Class<?> owner, String file) {
        try (var stream = owner.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the program has no " + file);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the program has no " + file, unreadable);
        }
    }
}
