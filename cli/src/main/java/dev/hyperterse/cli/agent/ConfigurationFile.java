package dev.hyperterse.cli.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** The configuration file of a client, written as a whole or not at all. */
public record ConfigurationFile(Path path) {
    /**
     * Adds the entry.
     *
     * @return the copy of the file as it was before; empty where there was none or nothing changed
     * @throws UnmergeableFile if the file cannot be read well enough; it is unchanged then
     */
    public Optional<Path> add(Entries entries, String name, Endpoint endpoint) {
        try {
            if (!Files.exists(path)) {
                Files.createDirectories(path.toAbsolutePath().getParent());
                write(entries.alone(name, endpoint));
                return Optional.empty();
            }
            var before = Files.readString(path);
            var after = entries.merged(before, name, endpoint);
            if (after.equals(before)) {
                return Optional.empty();
            }
            var backup = freeBackup();
            Files.copy(path, backup, StandardCopyOption.COPY_ATTRIBUTES);
            write(after);
            return Optional.of(backup);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private Path freeBackup() {
        var backup = path.resolveSibling(path.getFileName() + ".bak");
        for (var number = 2; Files.exists(backup); number++) {
            backup = path.resolveSibling(path.getFileName() + ".bak" + number);
        }
        return backup;
    }

    /** Only the owner may read it, as headers can be keys. A file behind a link stays there. */
    private void write(String text) throws IOException {
        var target = Files.exists(path) ? path.toRealPath() : path;
        var temporary = Files.createTempFile(
                target.toAbsolutePath().getParent(),
                ".hyperterse",
                ".tmp",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(temporary, text);
        Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
