package dev.hyperterse.runtime.source.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;

/**
 * Files that only their owner may read. Each is written to a temporary file and moved: readers never see a partial
 * file, and of two concurrent writes one wins.
 */
record PrivateFolder(Path path) {
    Optional<byte[]> read(String name) {
        var file = path.resolve(name);
        try {
            return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void write(String name, byte[] content) {
        try {
            Files.createDirectories(path);
            // A temporary file is readable by its owner only, on every file system with owners, and a move keeps the
            // permissions.
            var beside = Files.createTempFile(path, "new-", "");
            try {
                Files.write(beside, content);
                Files.move(
                        beside,
                        path.resolve(name),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                // Only has an effect if the move failed: otherwise each attempt would leave a file.
                Files.deleteIfExists(beside);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    boolean has(String name) {
        return Files.exists(path.resolve(name));
    }

    /** Removes every other file. */
    void keepOnly(Set<String> names) {
        try (var files = Files.list(path)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (!names.contains(file.getFileName().toString())) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
