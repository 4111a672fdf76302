package dev.hyperterse.testbed.store;

import dev.hyperterse.testbed.TestbedException;
import dev.hyperterse.testbed.UnpackedPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The Redis server out of its jar. Another one is tried by naming it in {@code HYPERTERSE_REDIS}. */
final class RedisBinaries {
    private static final String SERVER = "redis-server-6.2.6-v5-linux-amd64";
    private static final String OTHER = "HYPERTERSE_REDIS";

    private RedisBinaries() {}

    static Path server() {
        var other = System.getenv(OTHER);
        return other == null ? unpacked() : Path.of(other);
    }

    private static Path unpacked() {
        var program = RedisBinaries.class.getResource("/" + SERVER);
        if (program == null) {
            throw new TestbedException("no Redis for this platform on the class path (" + SERVER + ")");
        }
        return UnpackedPrograms.of("redis-6.2.6-v5", root -> {
                    try (var content = program.openStream()) {
                        Files.copy(content, root.resolve("redis-server"));
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                    UnpackedPrograms.permit(root.resolve("redis-server"), true);
                })
                .resolve("redis-server");
    }
}
