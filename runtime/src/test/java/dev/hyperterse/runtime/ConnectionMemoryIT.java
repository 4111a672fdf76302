package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.request.RequestMethod;
import dev.hyperterse.catalog.request.RequestTemplate;
import dev.hyperterse.catalog.request.ResponseRules;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.source.RenderedCatalog;
import dev.hyperterse.testbed.ReservedPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The memory that a connection holds in a replica with the flags of the image, next to what {@link HeapShares} charges for it. */
@Timeout(value = 5, unit = java.util.concurrent.TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionMemoryIT {
    private static final int CONNECTIONS = 400;
    private static final int MEASUREMENTS = 20;
    /** What is loaded and compiled at the first requests belongs to no connection. */
    private static final int FIRST = 200;

    /** Less is not what such a connection holds, so it was not measured. */
    private static final long LEAST = 4_000;

    private static final long STREAM = HeapShares.CONNECTION / HeapShares.STREAMS_IN_A_CONNECTION;

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

    /** All but its last brace. */
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"";

    private static final String CALL = ModernRequest.call("asks", "{}").body();

    @TempDir
    private Path folder;

    private final ReservedPort port = new ReservedPort();
    private final ReservedPort adminPort = new ReservedPort();
    private final List<Socket> open = new ArrayList<>();
    private HttpServer asked;
    private Process process;

    @BeforeEach
    void start() throws Exception {
        asked = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        asked.createContext("/", ConnectionMemoryIT::answer);
        asked.start();
        new RenderedCatalog(folder.resolve("catalog")).write(catalog());
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
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** A server with a tool that waits for another server. */
    private Catalog catalog() {
        var url = ValueKey.adapter("api", "url");
        var adapter = new Adapter(
                "api",
                Adapter.Access.ReadOnly,
                new Adapter.Pool(4, 0, 10_000, 600_000, 1_800_000),
                10_000,
                100,
                new Engine.Http(
                        url,
                        Optional.empty(),
                        Optional.empty(),
                        new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty()),
                        Addresses.Public,
                        Map.of(),
                        Optional.empty()));
        var request = new RequestTemplate(
                RequestMethod.GET,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                new ResponseRules(ResponseRules.Format.Json, List.of()));
        var tool = Leaves.tool("asks", new Action.RunRequest("api", request, "GET /", Optional.empty()));
        var direct = Servers.searching().with(Exposure.Direct).catalog(1, tool);
        return new Catalog(
                direct.revision(),
                direct.server().with(draft -> draft.adapters = List.of(adapter)),
                direct.leaves(),
                new ValueSet(
                        "v",
                        Map.of(url, "http://127.0.0.1:" + asked.getAddress().getPort())));
    }

    @AfterEach
    void stop() throws Exception {
        process.destroyForcibly().waitFor();
        asked.stop(0);
        for (var socket : open) {
            socket.close();
        }
        port.close();
        adminPort.close();
    }

    @Test
    void streamHoldsWhatItsConnectionIsChargedWith() throws Exception {
        assertBytesOfEach(LEAST, STREAM, number -> listen(number, ""));
    }

    /** Its thread keeps the stack of that call. */
    @Test
    void streamBehindACallThatWaitedHoldsWhatAConnectionIsChargedWith() throws Exception {
        var headers = "MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: asks\n";
        assertBytesOfEach(STREAM, HeapShares.CONNECTION, _ -> {
            assertThat(answered(headers, CALL)).contains("answered");
            send(
                    POST + "MCP-Protocol-Version: 2026-07-28\nMcp-Method: subscriptions/listen\n",
                    LISTEN,
                    LISTEN.length());
            assertThat(readUntil("\n\n")).contains("HTTP/1.1 200");
        });
    }

    @Test
    void connectionBetweenCallsHoldsNoMore() throws Exception {
        assertBytesOfEach(LEAST, HeapShares.CONNECTION, _ -> answered(INITIALIZE));
    }

    @Test
    void streamHoldsNothingOfALongHead() throws Exception {
        var headers = new StringBuilder("X-Long: " + "x".repeat(15_000) + "\n");
        for (int header = 0; header < 60; header++) {
            headers.append("h").append(header).append(": x\n");
        }
        assertBytesOfEach(LEAST, STREAM, number -> listen(number, headers.toString()));
    }

    @Test
    void connectionBetweenCallsHoldsNothingOfALongHead() throws Exception {
        var headers = "X-Long: " + "x".repeat(15_000) + "\n";
        assertBytesOfEach(LEAST, HeapShares.CONNECTION, _ -> answered(headers, PING + "}"));
    }

    /** One byte behind a request is not charged, and did hold all bytes before it. */
    @Test
    void beginningOfARequestHoldsNothingOfTheOneBefore() throws Exception {
        var ping = PING + "}";
        assertBytesOfEach(LEAST, HeapShares.CONNECTION, _ -> {
            ask(POST + "X-Long: " + "x".repeat(15_000) + "\n", ping + "P", ping.length());
            readUntil("}}");
        });
    }

    @Test
    void connectionBetweenCallsHoldsNothingOfALongBody() throws Exception {
        var ping = PING + " ".repeat(20_000) + "}";
        assertBytesOfEach(LEAST, HeapShares.CONNECTION, _ -> answered("", ping));
    }

    @Test
    void streamHoldsNothingOfALongBody() throws Exception {
        var listen = LISTEN.substring(0, LISTEN.length() - 1) + " ".repeat(20_000) + "}";
        assertBytesOfEach(LEAST, STREAM, _ -> listen("", listen));
    }

    /** Its stack is as deep as that call has waited. */
    @Test
    void connectionBehindACallThatWaitedHoldsNoMore() throws Exception {
        var headers = "MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: asks\n";
        assertBytesOfEach(LEAST, HeapShares.CONNECTION, _ -> assertThat(answered(headers, CALL))
                .contains("answered"));
    }

    /** It waits within the routing of its request, for which it is charged with 3 KiB more. */
    @Test
    void bodyThatDripsHoldsWhatItIsChargedWith() throws Exception {
        assertBytesOfEach(LEAST, HeapShares.CONNECTION + 3 * 1024, _ -> drip());
    }

    @Test
    void connectionBehindABodyThatDrippedHoldsNoMore() throws Exception {
        assertBytesOfEach(LEAST, HeapShares.CONNECTION, _ -> {
            drip();
            open.getLast().getOutputStream().write('}');
            readUntil("}}");
        });
    }

    /** All but the last byte of a request, sent once the server waits for its body. */
    private void drip() throws IOException {
        ask(POST + "Expect: 100-continue\n", "", PING.length() + 1);
        readUntil("\r\n\r\n");
        open.getLast().getOutputStream().write(PING.getBytes(StandardCharsets.US_ASCII));
    }

    private static void answer(HttpExchange exchange) throws IOException {
        var answer = "[{\"said\":\"answered\"}]".getBytes(StandardCharsets.US_ASCII);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        try (exchange) {
            exchange.getResponseBody().write(answer);
        }
    }

    private interface Client {
        void connect(int number) throws IOException;
    }

    /**
     * Measures again until it is no more, because frames of code that is not compiled yet are larger: calls make it compiled,
     * on a busy machine later.
     */
    private void assertBytesOfEach(long least, long most, Client client) throws Exception {
        long bytes = Long.MAX_VALUE;
        connect(FIRST, client);
        for (int measurement = 0; bytes > most && measurement < MEASUREMENTS; measurement++) {
            long before = liveBytes();
            connect(CONNECTIONS, client);
            bytes = (liveBytes() - before) / CONNECTIONS;
        }
        assertThat(bytes).isBetween(least, most);
    }

    private static void connect(int connections, Client client) throws IOException {
        for (int number = 0; number < connections; number++) {
            client.connect(number);
        }
    }

    /** Half of the streams are of each era. */
    private void listen(int number, String headers) throws IOException {
        if (number % 2 == 0) {
            var session = Pattern.compile("(?i)mcp-session-id: (\\S+)").matcher(answered(INITIALIZE));
            assertThat(session.find()).isTrue();
            open.removeLast().close();
            ask(
                    "GET /mcp HTTP/1.1\nHost: localhost\nAccept: text/event-stream\nMcp-Session-Id: " + session.group(1)
                            + "\n" + headers,
                    "");
            assertThat(readUntil("\n\n")).startsWith("HTTP/1.1 200");
        } else {
            listen(headers, LISTEN);
        }
    }

    private void listen(String headers, String body) throws IOException {
        ask(POST + "MCP-Protocol-Version: 2026-07-28\nMcp-Method: subscriptions/listen\n" + headers, body);
        assertThat(readUntil("\n\n")).startsWith("HTTP/1.1 200");
    }

    private String answered(String body) throws IOException {
        return answered("", body);
    }

    private String answered(String headers, String body) throws IOException {
        ask(POST + headers, body);
        return readUntil("}}");
    }

    private void ask(String head, String body) throws IOException {
        ask(head, body, body.length());
    }

    private void ask(String head, String body, int length) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port.number());
        // Else the rest of a request waits until the server's machine has confirmed its beginning.
        socket.setTcpNoDelay(true);
        open.add(socket);
        send(head, body, length);
    }

    private void send(String head, String body, int length) throws IOException {
        var known = head.strip() + "\nContent-Length: " + length + "\nX-Filler: ";
        var whole = (known + "x".repeat(Math.max(0, 980 - known.length()))).replace("\n", "\r\n") + "\r\n\r\n" + body;
        open.getLast().getOutputStream().write(whole.getBytes(StandardCharsets.US_ASCII));
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
