package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.source.RenderedCatalog;
import dev.hyperterse.testbed.ReservedPort;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
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
            var process = started("1024", "caffeine", port, adminPort, log);
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

    /** An accepted socket has a file before its connection is counted. Without one the server closes its listener for good. */
    @Test
    void connectionsBeyondAllFilesDoNotEndTheListener() throws Exception {
        new RenderedCatalog(folder.resolve("catalog")).write(Servers.searching().catalog(1));
        var log = folder.resolve("log");
        try (var port = new ReservedPort();
                var adminPort = new ReservedPort()) {
            var process = started("512", "no library", port, adminPort, log);
            try {
                awaitAnswer(port, process, log);
                for (int wave = 0; wave < 5; wave++) {
                    connectAtOnce(port, 1_000);
                }
                // Connections that their clients have closed count until the replica has read so.
                awaitAnswer(port, process, log);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static void connectAtOnce(ReservedPort port, int connections) throws Exception {
        var open = new ConcurrentLinkedQueue<Socket>();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int connection = 0; connection < connections; connection++) {
                clients.submit(() -> open.add(new Socket(InetAddress.getLoopbackAddress(), port.number())));
            }
        }
        for (var socket : open) {
            socket.close();
        }
    }

    private static void awaitAnswer(ReservedPort port, Process process, Path log) throws Exception {
        TestEndpoint.await("the replica answers", () -> {
            assertThat(process.isAlive()).as(() -> read(log)).isTrue();
            return isAnswered(port);
        });
    }

    private static boolean isAnswered(ReservedPort port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port.number())) {
            socket.getOutputStream()
                    .write("GET /heartbeat HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .startsWith("HTTP/1.1 200");
        } catch (IOException refused) {
            return false;
        }
    }

    /**
     * @param files that it may open
     * @param missing the library that it does not have
     */
    private Process started(String files, String missing, ReservedPort port, ReservedPort adminPort, Path log)
            throws Exception {
        var classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains(missing))
                .collect(Collectors.joining(File.pathSeparator));
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n \"$0\" && exec \"$@\"",
                        files,
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        ReplicaProcess.class.getName())
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
                        Integer.toString(port.number()),
                        "HYPERTERSE_ADMIN_PORT",
                        Integer.toString(adminPort.number())));
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
