package dev.hyperterse.testbed.sql;

import dev.hyperterse.testbed.Directories;
import dev.hyperterse.testbed.FetchedPackages;
import dev.hyperterse.testbed.UnpackedPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** PgBouncer and the libraries that only it needs, out of packages of Debian; {@code HYPERTERSE_PGBOUNCER} names another. */
final class PgbouncerBinaries {
    private static final String OTHER = "HYPERTERSE_PGBOUNCER";
    private static final Path INSTALLED = Path.of("/usr/sbin/pgbouncer");

    private PgbouncerBinaries() {}

    /**
     * @param program to run
     * @param libraries the directory of libraries that the system may lack
     */
    record Found(Path program, Path libraries) {}

    static Found find() {
        var other = System.getenv(OTHER);
        if (other != null) {
            return new Found(Path.of(other), Path.of("/nonexistent"));
        }
        if (Files.isExecutable(INSTALLED)) {
            return new Found(INSTALLED, Path.of("/nonexistent"));
        }
        var root = UnpackedPrograms.of("pgbouncer-of-debian", PgbouncerBinaries::unpack);
        return new Found(root.resolve("usr/sbin/pgbouncer"), root.resolve("usr/lib/x86_64-linux-gnu"));
    }

    private static void unpack(Path directory) throws IOException {
        var fetching = Files.createTempDirectory("fetching-pgbouncer");
        try {
            FetchedPackages.run(fetching, "apt-get", "download", "pgbouncer", "libevent-2.1-7", "libc-ares2");
            for (var archive : FetchedPackages.files(fetching, ".deb")) {
                FetchedPackages.run(directory, "dpkg-deb", "--extract", archive.toString(), ".");
            }
        } finally {
            Directories.delete(fetching);
        }
    }
}
