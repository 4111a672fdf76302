package dev.hyperterse.cli.command.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts of a command line that may lie elsewhere: {@code @FILE}, or {@code -} for standard input. */
record TextSources(InputStream in) {
    String read(String text) {
        try {
            if (text.equals("-")) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            if (text.startsWith("@@")) {
                return text.substring(1);
            }
            return text.length() > 1 && text.startsWith("@") ? Files.readString(Path.of(text.substring(1))) : text;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
