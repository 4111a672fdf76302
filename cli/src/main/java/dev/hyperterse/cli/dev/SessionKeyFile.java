package dev.hyperterse.cli.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The key that seals the session ids of one directory, kept between runs so that clients survive a restart. Only its
 * owner may read it: with it, sessions of this server can be forged.
 */
public final class SessionKeyFile {
    /** What a sealing key is made of. */
    private static final int BYTES = 32;

    private final Path file;
    private final SecureRandom random;

    /** @param folder of the user's cache */
    public SessionKeyFile(Path folder, Path directory, SecureRandom random) {
        this.file = folder.resolve("session-keys").resolve(digest(directory));
        this.random = random;
    }

    /** The key of the last run, or a new one where there is none or it is damaged. */
    public byte[] read() {
        try {
            createFolder();
            if (Files.exists(file)) {
                var secret = decode(Files.readString(file));
                if (secret.length == BYTES && onlyOursToRead()) {
                    return secret;
                }
                Files.delete(file);
            }
            return create();
        } catch (IOException unusable) {
            throw new UncheckedIOException("cannot keep session keys in " + file, unusable);
        }
    }

    private byte[] create() throws IOException {
        var secret = new byte[BYTES];
        random.nextBytes(secret);
        var written = Files.createTempFile(file.getParent(), "new-", "", ownerOnly("rw-------"));
        Files.writeString(written, Base64.getEncoder().encodeToString(secret));
        try {
            // A link instead of a move: of two that start at once, the second must use the key of the first.
            Files.createLink(file, written);
            return secret;
        } catch (FileAlreadyExistsException other) {
            return decode(Files.readString(file));
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

    private static byte[] decode(String text) {
        try {
            return Base64.getDecoder().decode(text.strip());
        } catch (IllegalArgumentException damaged) {
            return new byte[0];
        }
    }

    private static String digest(Path directory) {
        try {
            var canonical = directory.toAbsolutePath().normalize().toString();
            var digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
