package dev.hyperterse.bench.execute;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A server under test: a process of its own with a port, and how it wants to be asked. */
final class Contender implements AutoCloseable {
    private static final String TOOL = "tools/call";
    private static final String MODERN = "2026-07-28";
    private static final String META = "\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN
            + "\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"bench\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}";
    private static final int CLOCK_TICK_MICROS = 10_000;
    private static final List<String> JVM = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Xmn64m",
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-cp",
            System.getProperty("java.class.path"));

    private final String name;
    private final String method;
    private final String params;
    private final Process process;
    private final Optional<BufferedReader> replies;
    private final int port;
    private final Map<String, String> headers;

    private Contender(
            String name,
            String method,
            String params,
            Process process,
            Optional<BufferedReader> replies,
            int port,
            Map<String, String> headers) {
        this.name = name;
        this.method = method;
        this.params = params;
        this.process = process;
        this.replies = replies;
        this.port = port;
        this.headers = headers;
    }

    /** A main class of ours, which says its port. */
    static Contender java(String name, Class<?> main, String tool, String... arguments) throws IOException {
        var command = new ArrayList<>(JVM);
        command.add(main.getName());
        command.addAll(Arrays.asList(arguments));
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var replies = process.inputReader(StandardCharsets.UTF_8);
        return new Contender(name, TOOL, tool, process, Optional.of(replies), (int) number(replies, "port "), Map.of());
    }

    /** The same process, asked for something else. */
    Contender asked(String otherName, String otherMethod, String otherParams) {
        return new Contender(otherName, otherMethod, otherParams, process, replies, port, headers);
    }

    /** The same, asked with a bearer token. */
    Contender asked(String otherName, String bearer) {
        return with(otherName, params, Map.of("Authorization", "Bearer " + bearer));
    }

    /** The same, asked without a session in MCP 2026-07-28; what it runs is named so in the parameters. */
    Contender modern(String otherName, String tool) {
        return with(
                otherName,
                params.substring(0, params.length() - 1) + ",\"_meta\":{" + META + "}}",
                Map.of("MCP-Protocol-Version", MODERN, "Mcp-Method", method, "Mcp-Name", tool));
    }

    private Contender with(String otherName, String otherParams, Map<String, String> otherHeaders) {
        return new Contender(otherName, method, otherParams, process, replies, port, otherHeaders);
    }

    static Contender toolbox(Path program, Path configuration, Path log) throws IOException {
        var port = freePort();
        var process = new ProcessBuilder(
                        program.toString(),
                        "--config",
                        configuration.toString(),
                        "--port",
                        Integer.toString(port),
                        "--log-level",
                        "ERROR",
                        "--disable-version-check",
                        "--disable-reload")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Contender(
                "toolbox",
                TOOL,
                "{\"name\":\"order_by_id\",\"arguments\":{\"id\":%d}}",
                process,
                Optional.empty(),
                port,
                Map.of());
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    boolean alive() {
        return process.isAlive();
    }

    String method() {
        return method;
    }

    /** The parameters of its method, with {@code %d} for the number of the order. */
    String params() {
        return params;
    }

    Map<String, String> headers() {
        return headers;
    }

    /** A whole HTTP request for one order. */
    byte[] request(int order) {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
                .formatted(order, method, params.formatted(order));
        return ("POST /mcp HTTP/1.1\r\nHost: localhost:" + port
                        + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: "
                        + body.length()
                        + headers.entrySet().stream()
                                .map(it -> "\r\n" + it.getKey() + ": " + it.getValue())
                                .collect(Collectors.joining())
                        + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Processor time so far, in microseconds. */
    long cpuMicros() throws IOException {
        var stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * CLOCK_TICK_MICROS;
    }

    /** How often a thread of the process has given up its processor so far, by itself or not. */
    long contextSwitches() throws IOException {
        try (var threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            return threads.mapToLong(Contender::switches).sum();
        }
    }

    private static long switches(Path thread) {
        try (var lines = Files.lines(thread.resolve("status"))) {
            return lines.filter(line -> line.contains("ctxt_switches"))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                    .sum();
        } catch (IOException ended) {
            return 0;
        }
    }

    /** Bytes allocated on the heap so far; nothing where that cannot be asked. */
    Optional<Long> allocated() throws IOException {
        return replies.isEmpty() ? Optional.empty() : Optional.of(ask(replies.get(), "allocated"));
    }

    /** Bytes that are on the heap of a JVM after all of it was collected. */
    long held() throws IOException {
        return ask(replies.orElseThrow(), "heap");
    }

    private long ask(BufferedReader answers, String question) throws IOException {
        process.outputWriter().write(question + "\n");
        process.outputWriter().flush();
        return number(answers, question + " ");
    }

    @Override
    public void close() {
        process.destroy();
    }

    private static long number(BufferedReader replies, String prefix) throws IOException {
        for (var line = replies.readLine(); line != null; line = replies.readLine()) {
            if (line.startsWith(prefix)) {
                return Long.parseLong(line.substring(prefix.length()));
            }
        }
        throw new IOException("a contender ended before it said '" + prefix.strip() + "'");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
