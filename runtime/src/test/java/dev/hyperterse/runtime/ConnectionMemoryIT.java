package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.source.RenderedCatalog;
import dev.hyperterse.testbed.ReservedPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The memory that a connection holds in a replica with the flags of the image, next to what {@link HeapShares} charges for it. */
@Isolated
@Timeout(value = 5, unit = java.util.concurrent.TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionMemoryIT {
    private static final int CONNECTIONS = 400;
    /** What is loaded and compiled at the first requests belongs to no connection. */
    private static final int FIRST = 200;

    private static final String POST = """
            POST /mcp HTTP/1.1
            Host: localhost
            Content-Type: application/json
            Accept: application/json, text/event-stream
            """;
    private static final String LISTEN = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":"
            + "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}},\"notifications\":{\"toolsListChanged\":true}}}";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

    @TempDir
    private Path folder;

    private final ReservedPort port = new ReservedPort();
    private final ReservedPort adminPort = new ReservedPort();
    private final List<Socket> open = new ArrayList<>();
    private Process process;

    @BeforeEach
    void start() throws Exception {
        new RenderedCatalog(folder.resolve("catalog")).write(Servers.searching().catalog(1, Leaves.tool("one", "one")));
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        var flags = Pattern.compile("<jvmFlag>(.*)</jvmFlag>").matcher(Files.readString(Path.of("..", "pom.xml")));
        while (flags.find()) {
            command.add(flags.group(1));
        }
        command.addAll(
                List.of("-Xmx512m", "-cp", System.getProperty("java.class.path"), ReplicaProcess.class.getName()));
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "HYPERTERSE_CATALOG", folder.resolve("catalog").toString(),
                        "HYPERTERSE_DATA", folder.toString(),
                        "HYPERTERSE_ADDRESS", "127.0.0.1",
                        "HYPERTERSE_PORT", Integer.toString(port.number()),
                        "HYPERTERSE_ADMIN_PORT", Integer.toString(adminPort.number())));
        process = builder.start();
        while (!isServing()) {
            assertThat(process.isAlive())
                    .as(Files.readString(folder.resolve("log")))
                    .isTrue();
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void stop() throws Exception {
        process.destroyForcibly().waitFor();
        for (var socket : open) {
            socket.close();
        }
        port.close();
        adminPort.close();
    }

    @Test
    void streamHoldsWhatItsConnectionIsChargedWith() throws Exception {
        assertThat(bytesOfEach(this::listen)).isBetween(HeapShares.CONNECTION / 3, HeapShares.CONNECTION);
    }

    @Test
    void connectionBetweenCallsHoldsNoMore() throws Exception {
        assertThat(bytesOfEach(_ -> answered(INITIALIZE))).isBetween(HeapShares.CONNECTION / 3, HeapShares.CONNECTION);
    }

    /** The head is short, and each of its 67 headers beyond 20 is charged with 256 bytes. */
    @Test
    void streamWithManyHeadersHoldsWhatItIsChargedWith() throws Exception {
        var headers = new StringBuilder();
        for (int header = 0; header < 60; header++) {
            headers.append("h").append(header).append(": x\n");
        }
        long charged = HeapShares.CONNECTION + 47 * 256;
        assertThat(bytesOfEach(_ -> listen(headers.toString()))).isBetween(HeapShares.CONNECTION / 3, charged);
    }

    private interface Client {
        void connect(int number) throws IOException;
    }

    private long bytesOfEach(Client client) throws Exception {
        for (int number = 0; number < FIRST; number++) {
            client.connect(number);
        }
        long before = liveBytes();
        for (int number = 0; number < CONNECTIONS; number++) {
            client.connect(number);
        }
        return (liveBytes() - before) / CONNECTIONS;
    }

    /** Half of the streams are of each era; each was opened by the longest head that its connection is charged for. */
    private void listen(int number) throws IOException {
        if (number % 2 == 0) {
            var session = Pattern.compile("(?i)mcp-session-id: (\\S+)").matcher(answered(INITIALIZE));
            assertThat(session.find()).isTrue();
            open.removeLast().close();
            ask(
                    "GET /mcp HTTP/1.1\nHost: localhost\nAccept: text/event-stream\nMcp-Session-Id: "
                            + session.group(1),
                    "");
            assertThat(readUntil("\n\n")).startsWith("HTTP/1.1 200");
        } else {
            listen("");
        }
    }

    private void listen(String headers) throws IOException {
        ask(POST + "MCP-Protocol-Version: 2026-07-28\nMcp-Method: subscriptions/listen\n" + headers, LISTEN);
        assertThat(readUntil("\n\n")).startsWith("HTTP/1.1 200");
    }

    private String answered(String body) throws IOException {
        ask(POST, body);
        return readUntil("}}");
    }

    private void ask(String head, String body) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port.number());
        open.add(socket);
        var known = head.strip() + "\nContent-Length: " + body.length() + "\nX-Filler: ";
        var whole = (known + "x".repeat(Math.max(0, 980 - known.length()))).replace("\n", "\r\n") + "\r\n\r\n" + body;
        socket.getOutputStream().write(whole.getBytes(StandardCharsets.US_ASCII));
    }

    private String readUntil(String end) throws IOException {
        var text = new StringBuilder();
        InputStream in = open.getLast().getInputStream();
        while (!text.toString().endsWith(end)) {
            int next = in.read();
            assertThat(next).as(text.toString()).isNotNegative();
            text.append((char) next);
        }
        return text.toString();
    }

    private boolean isServing() {
        try {
            return answered(INITIALIZE).startsWith("HTTP/1.1 200");
        } catch (IOException | AssertionError notYet) {
            return false;
        }
    }

    /** The bytes of all objects that are reachable. */
    private long liveBytes() throws Exception {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var asked = new ProcessBuilder(jcmd, Long.toString(process.pid()), "GC.class_histogram").start();
        var total = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)")
                .matcher(new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertThat(total.find()).isTrue();
        return Long.parseLong(total.group(1));
    }
}
