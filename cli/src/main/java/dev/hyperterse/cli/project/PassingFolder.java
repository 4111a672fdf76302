package dev.hyperterse.cli.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Function;

/** A folder that is on the disk no longer than it is read: a password may stand in its files. */
public final class PassingFolder {
    private PassingFolder() {}

    /** @param files their texts by their names, which may begin with folders */
    public static <T> T with(Map<String, String> files, Function<Path, T> reading) {
        try {
            // Temporary directories are of their owner alone.
            var folder = Files.createTempDirectory("hyperterse-");
            try {
                for (var file : files.entrySet()) {
                    var target = folder.resolve(file.getKey());
                    Files.createDirectories(target.getParent());
                    Files.writeString(target, file.getValue());
                }
                return reading.apply(folder);
            } finally {
                delete(folder);
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
