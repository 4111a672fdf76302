package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.TestbedException;
import dev.hyperterse.testbed.UnpackedPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The Postgres programs out of their jar. */
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final int EXECUTABLE = 0100;

    private PostgresBinaries() {}

    /** The directory that holds {@code bin} and {@code lib}. */
    static Path unpacked() {
        return UnpackedPrograms.of("postgres-" + digest().substring(0, 16), PostgresBinaries::unpackInto);
    }

    private static void unpackInto(Path root) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(archive()))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(tar, entry, root);
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
        UnpackedPrograms.permit(file, (entry.getMode() & EXECUTABLE) != 0);
    }

    private static String digest() {
        try (var archive = new DigestInputStream(archive(), MessageDigest.getInstance("SHA-256"))) {
            archive.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(archive.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
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
