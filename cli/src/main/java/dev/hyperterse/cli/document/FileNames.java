package dev.hyperterse.cli.manifest;

import java.nio.file.Path;

/** The names of files in diagnostics: relative as the user gave the directory, with {@code /} on every platform. */
final class FileNames {
    private FileNames() {}

    static String display(Path file) {
        return file.normalize().toString().replace('\\', '/');
    }
}
