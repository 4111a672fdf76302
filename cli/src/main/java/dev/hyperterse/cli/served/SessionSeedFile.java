package dev.hyperterse.cli.served;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.keys.SessionSeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The seed of the keys that seal the session ids of one directory, kept between runs so that clients survive a restart. Only its
 * owner may read it: with it, sessions of this server can be forged.
 */
public final class SessionSeedFile {
    private final Path file;
    private final SecureRandom random;

    /** @param folder of the user's cache */
    public SessionSeedFile(Path folder, Path directory, SecureRandom random) {
        this.file = folder.resolve("session-keys").resolve(digest(directory));
        this.random = random;
    }

    /** The seed of the last run, or a new one where there is none or it is damaged. */
    public SessionSeed read() {
        try {
            createFolder();
            if (Files.exists(file)) {
                var seed = stored();
                if (seed.isPresent() && onlyOursToRead()) {
                    return seed.get();
                }
                Files.delete(file);
            }
            return create();
        } catch (IOException unusable) {
            throw new UncheckedIOException("cannot keep the seed of session keys in " + file, unusable);
        }
    }

    private SessionSeed create() throws IOException {
        var seed = SessionSeed.random(random);
        var written = Files.createTempFile(file.getParent(), "new-", "", ownerOnly("rw-------"));
        Files.writeString(written, Base64.getEncoder().encodeToString(seed.bytes()));
        try {
            // A link instead of a move: of two that start at once, the second must use the seed of the first.
            Files.createLink(file, written);
            return seed;
        } catch (FileAlreadyExistsException other) {
            return stored().orElseThrow(() -> new IOException("another process has damaged it"));
        } finally {
            Files.delete(written);
        }
    }

    private void createFolder() throws IOException {
        Files.createDirectories(file.getParent(), ownerOnly("rwx------"));
    }

    private boolean onlyOursToRead() throws IOException {
        return !posix()
                || PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                        .endsWith("------");
    }

    private FileAttribute<?>[] ownerOnly(String permissions) {
        return posix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private boolean posix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private Optional<SessionSeed> stored() throws IOException {
        try {
            return Optional.of(new SessionSeed(
                    Base64.getDecoder().decode(Files.readString(file).strip())));
        } catch (IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    private static String digest(Path directory) {
        var canonical = directory.toAbsolutePath().normalize().toString();
        return HexFormat.of().formatHex(Digest.bytes(canonical), 0, 16);
    }
}
