import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * Calls one tool over a number of connections, each in a session of its own, and prints what it saw as one line of JSON.
 * {@code java ScriptBench.java PORT calls TOOL ARGUMENTS CONNECTIONS SECONDS PID [VERSION [TEXT]]} measures calls per second,
 * waits, and the processor time that process PID used for one call, in MCP of that version, 2026-07-28 without sessions; it
 * fails at an answer without the text. {@code ... hostile TOOL ARGUMENTS CONNECTIONS [PAUSE]} calls until the end of its
 * input, with milliseconds between the calls of a connection.
 */
final class ScriptBench {
    private static final double TICKS_A_SECOND = 100;
    private static final String SESSIONS = "2025-06-18";
    private static final String WITHOUT_SESSIONS = "2026-07-28";

    private final int port;
    private final String tool;
    private final String arguments;
    private final String version;
    private final String expected;

    private ScriptBench(int port, String tool, String arguments, String version, String expected) {
        this.port = port;
        this.tool = tool;
        this.arguments = arguments;
        this.version = version;
        this.expected = expected;
    }

    public static void main(String[] given) throws Exception {
        var version = given.length > 7 ? given[7] : SESSIONS;
        var expected = given.length > 8 ? given[8] : "";
        var bench = new ScriptBench(Integer.parseInt(given[0]), given[2], given[3], version, expected);
        var connections = Integer.parseInt(given[4]);
        switch (given[1]) {
            case "calls" -> bench.calls(connections, Integer.parseInt(given[5]), given[6]);
            case "hostile" -> bench.hostile(connections, given.length > 5 ? Long.parseLong(given[5]) : 0);
            default -> throw new IllegalArgumentException("calls or hostile, not " + given[1]);
        }
        System.exit(0);
    }

    private void hostile(int connections, long pauseMillis) throws IOException {
        for (var caller = 0; caller < connections; caller++) {
            Thread.ofVirtual().start(() -> {
                while (true) {
                    try (var connection = new Connection()) {
                        while (true) {
                            connection.exchange(connection.request);
                            pause(pauseMillis);
                        }
                    } catch (IOException ended) {
                        pause(pauseMillis);
                    }
                }
            });
        }
        System.in.readAllBytes();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void calls(int connections, int seconds, String process) throws Exception {
        during(connections, seconds);
        var before = ticks(process);
        var waits = during(connections, seconds);
        var cpu = (ticks(process) - before) / TICKS_A_SECOND;
        System.out.printf(
                Locale.ROOT,
                "{\"calls_per_s\":%.0f,\"cpu_us\":%.1f,\"p50_ms\":%.3f,\"p99_ms\":%.3f}%n",
                waits.length / (double) seconds,
                cpu * 1e6 / waits.length,
                waits[waits.length / 2] / 1e6,
                waits[(int) (waits.length * 0.99)] / 1e6);
    }

    /** What each call took, sorted. */
    private long[] during(int connections, int seconds) throws Exception {
        var end = System.nanoTime() + seconds * 1_000_000_000L;
        Callable<long[]> caller = () -> {
            var waits = new long[1 << 16];
            var count = 0;
            try (var connection = new Connection()) {
                for (var began = System.nanoTime(); began < end; began = System.nanoTime()) {
                    connection.call();
                    waits = count == waits.length ? Arrays.copyOf(waits, 2 * count) : waits;
                    waits[count++] = System.nanoTime() - began;
                }
            }
            return Arrays.copyOf(waits, count);
        };
        var all = new ArrayList<long[]>();
        try (var threads = Executors.newFixedThreadPool(connections)) {
            for (var done : threads.invokeAll(java.util.Collections.nCopies(connections, caller))) {
                all.add(done.get());
            }
        }
        return all.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }

    private static long ticks(String process) throws IOException {
        var fields = Files.readString(Path.of("/proc", process, "stat")).replaceFirst(".*\\) ", "").split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    /** One connection, with a session where the version has them. */
    private final class Connection implements AutoCloseable {
        private final Socket socket = new Socket("127.0.0.1", port);
        private final InputStream in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        private final OutputStream out = socket.getOutputStream();
        private final byte[] request;
        private String session = "";

        Connection() throws IOException {
            socket.setTcpNoDelay(true);
            var head = "";
            var meta = "";
            if (version.equals(WITHOUT_SESSIONS)) {
                head = "Mcp-Method: tools/call\r\nMcp-Name: " + tool + "\r\n";
                meta = ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"%s\",\"io.modelcontextprotocol/clientCapabilities\":{}}"
                        .formatted(version);
            } else {
                exchange(post("", "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + version
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}"));
                head = "Mcp-Session-Id: " + session + "\r\n";
                exchange(post(head, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
            }
            request = post(head, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s%s}}"
                    .formatted(tool, arguments, meta));
        }

        void call() throws IOException {
            var answer = exchange(request);
            if (answer.contains("\"error\":{") || answer.contains("\"isError\":true") || !answer.contains(expected)) {
                throw new IOException(answer);
            }
        }

        private byte[] post(String head, String body) {
            return ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n".formatted(port)
                            + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: " + version + "\r\n"
                            + head
                            + "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body))
                    .getBytes(StandardCharsets.UTF_8);
        }

        private String exchange(byte[] message) throws IOException {
            out.write(message);
            var length = 0;
            var chunked = false;
            for (var line = line(); !line.isEmpty(); line = line()) {
                var lower = line.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).strip());
                } else if (lower.startsWith("transfer-encoding: chunked")) {
                    chunked = true;
                } else if (lower.startsWith("mcp-session-id:")) {
                    session = line.substring(15).strip();
                }
            }
            return new String(chunked ? chunks() : in.readNBytes(length), StandardCharsets.UTF_8);
        }

        private byte[] chunks() throws IOException {
            var all = new java.io.ByteArrayOutputStream();
            for (var size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                all.write(in.readNBytes(size));
                line();
            }
            line();
            return all.toByteArray();
        }

        private String line() throws IOException {
            var line = new StringBuilder();
            for (var next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new IOException("the server closed the connection");
                }
                if (next != '\r') {
                    line.append((char) next);
                }
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
