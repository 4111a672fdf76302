package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The programs of an engine out of an artifact, unpacked once for each user and version. They lie below the temporary
 * directory, not below a home: a server may have to run as a user who cannot enter root's.
 */
public final class UnpackedPrograms {
    /** Writes the programs below a directory. */
    @FunctionalInterface
    public interface Unpacking {
        void into(Path directory) throws IOException;
    }

    private UnpackedPrograms() {}

    /** @param name differs for different programs */
    public static Path of(String name, Unpacking unpacking) {
        try {
            var target = ownDirectory().resolve(name);
            if (!Files.isDirectory(target)) {
                unpackInto(target, unpacking);
            }
            return target;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A file as everyone may read it, or run it. */
    public static void permit(Path file, boolean executable) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
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
        permit(directory, true);
        return directory;
    }

    private static void unpackInto(Path target, Unpacking unpacking) throws IOException {
        var unfinished = Files.createTempDirectory(target.getParent(), "unpacking");
        permit(unfinished, true);
        unpacking.into(unfinished);
        try {
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException lostTheRace) {
            Directories.delete(unfinished);
            if (!Files.isDirectory(target)) {
                throw lostTheRace;
            }
        }
    }
}
