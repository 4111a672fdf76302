package dev.hyperterse.cli.document;

import java.nio.file.Path;

/** The names of files in diagnostics: relative as the user gave the directory, with {@code /} on every platform. */
public final class FileNames {
    private FileNames() {}

    public static String display(Path file) {
        return file.normalize().toString().replace('\\', '/');
    }
}
