package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The Postgres programs out of their jar, unpacked once for each user and version. */
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final int EXECUTABLE = 0100;

    private PostgresBinaries() {}

    /**
     * The directory that holds {@code bin} and {@code lib}. It lies below the temporary directory, not below a home:
     * the server may have to run as a user who cannot enter root's.
     */
    static Path unpacked() {
        try {
            var parent = ownDirectory();
            var target = parent.resolve("postgres-" + digest().substring(0, 16));
            if (!Files.isDirectory(target)) {
                unpackInto(target);
            }
            return target;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path ownDirectory() throws IOException {
        var user = System.getProperty("user.name");
        var directory = Path.of(System.getProperty("java.io.tmpdir"), "hyperterse-testbed-" + user);
        Files.createDirectories(directory);
        // The name can be guessed; programs that somebody else put there must not run.
        var owner = Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).getName();
        if (!owner.equals(user)) {
            throw new TestbedException(directory + " belongs to " + owner + ", not to " + user);
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        return directory;
    }

    private static void unpackInto(Path target) throws IOException {
        var unfinished = Files.createTempDirectory(target.getParent(), "unpacking");
        Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var tar = new TarArchiveInputStream(new XZInputStream(archive()))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(tar, entry, unfinished);
            }
        }
        try {
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException lostTheRace) {
            Directories.delete(unfinished);
            if (!Files.isDirectory(target)) {
                throw lostTheRace;
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path root) throws IOException {
        var file = root.resolve(entry.getName()).normalize();
        if (!file.startsWith(root)) {
            throw new TestbedException("the Postgres archive names a file outside of it: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(file);
            return;
        }
        Files.createDirectories(file.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, file);
        var executable = (entry.getMode() & EXECUTABLE) != 0;
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private static String digest() throws IOException {
        try (var archive = new DigestInputStream(archive(), MessageDigest.getInstance("SHA-256"))) {
            archive.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(archive.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    private static InputStream archive() {
        var archive = PostgresBinaries.class.getResourceAsStream(ARCHIVE);
        if (archive == null) {
            throw new TestbedException("no Postgres for this platform on the class path (" + ARCHIVE + ")");
        }
        return archive;
    }
}
