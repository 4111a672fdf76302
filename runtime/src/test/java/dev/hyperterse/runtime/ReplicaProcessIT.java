package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.source.RenderedCatalog;
import dev.hyperterse.testbed.ReservedPort;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaProcessIT {
    @TempDir
    private Path folder;

    /** Otherwise the admin port would answer probes for a replica that never serves. */
    @Test
    void errorAtTheStartEndsTheProcess() throws Exception {
        new RenderedCatalog(folder.resolve("catalog")).write(Servers.searching().catalog(1));
        var log = folder.resolve("log");
        try (var port = new ReservedPort();
                var adminPort = new ReservedPort()) {
            var process = started(Integer.toString(port.number()), Integer.toString(adminPort.number()), log);
            try {
                assertThat(process.waitFor(1, TimeUnit.MINUTES))
                        .as(() -> read(log))
                        .isTrue();
                assertThat(process.exitValue()).isEqualTo(1);
                assertThat(read(log)).contains("start_failed", "benmanes/caffeine");
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /** A library that a replica loads behind its admin port is missing. */
    private Process started(String port, String adminPort, Path log) throws Exception {
        var classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("caffeine"))
                .collect(Collectors.joining(File.pathSeparator));
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(java, "-cp", classPath, ReplicaProcess.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "HYPERTERSE_CATALOG",
                        folder.resolve("catalog").toString(),
                        "HYPERTERSE_DATA",
                        folder.toString(),
                        "HYPERTERSE_ADDRESS",
                        "127.0.0.1",
                        "HYPERTERSE_PORT",
                        port,
                        "HYPERTERSE_ADMIN_PORT",
                        adminPort));
        return builder.start();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (java.io.IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
