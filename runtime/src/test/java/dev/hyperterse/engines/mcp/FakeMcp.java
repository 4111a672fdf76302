package dev.hyperterse.engines.mcp;

import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An MCP server of one era. It keeps the rules of the era, and answers calls as a test says. */
final class FakeMcp implements AutoCloseable {
    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";

    private final boolean modern;
    private final Calls calls;
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger begun = new AtomicInteger();
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final Map<String, CompletableFuture<Received>> awaited = new ConcurrentHashMap<>();
    private final RecordingApi api;
    private volatile String ofUnknownSession = "404 Not Found";
    private volatile String declared = "";

    /** Answers a call, or a GET that resumes its stream. */
    @FunctionalInterface
    interface Calls {
        /** @return whether the connection stays open */
        boolean answer(Received call, Socket socket) throws IOException, InterruptedException;
    }

    /** A message, and the head that it came with. */
    record Received(String head, JsonNode body) {
        String method() {
            return body.path("method").asString("");
        }

        String id() {
            return body.path("id").toString();
        }

        String header(String name) {
            return head.lines()
                    .filter(line -> line.startsWith(name + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElse("");
        }
    }

    private FakeMcp(boolean modern, Calls calls) throws IOException {
        this.modern = modern;
        this.calls = calls;
        this.api = RecordingApi.start(this::answer);
    }

    static FakeMcp modern(Calls calls) throws IOException {
        return new FakeMcp(true, calls);
    }

    static FakeMcp withSessions(Calls calls) throws IOException {
        return new FakeMcp(false, calls);
    }

    /** The same result for each call. */
    static Calls result(String result) {
        return (call, socket) -> ok(socket, JSON, reply(call, result));
    }

    static String reply(Received call, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + call.id() + ",\"result\":" + result + "}";
    }

    static String event(String data) {
        return "event: message\r\ndata: " + data + "\r\n\r\n";
    }

    static boolean ok(Socket socket, String type, String body) throws IOException {
        return RecordingApi.response(socket, "200 OK", type, body);
    }

    /** Begins a stream that the test writes and ends. */
    static void stream(Socket socket) throws IOException {
        RecordingApi.write(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    }

    String url() {
        return api.url() + "/mcp";
    }

    /** Forgets all sessions, as a restart does. */
    void forgetSessions() {
        sessions.clear();
    }

    /** As servers do that do not keep to the protocol. */
    void refusesUnknownSessionsBy(String status) {
        ofUnknownSession = status;
    }

    /** As those do that know a method beside lists and calls. */
    FakeMcp declaring(String capability) {
        declared = "\"" + capability + "\":{}";
        return this;
    }

    /** Waits for the answer to a request of this server. @param id a text */
    Received awaitReply(String id) throws InterruptedException {
        try {
            return awaited.computeIfAbsent('"' + id + '"', _ -> new CompletableFuture<>())
                    .get();
        } catch (ExecutionException never) {
            throw new AssertionError(never);
        }
    }

    int begun() {
        return begun.get();
    }

    List<Received> received(String method) {
        return received.stream().filter(it -> it.method().equals(method)).toList();
    }

    /** Messages without a method: answers to requests of this server. */
    List<Received> replies() {
        return received("");
    }

    private boolean answer(String request, Socket socket) throws IOException, InterruptedException {
        var end = request.indexOf("\r\n\r\n");
        var head = request.substring(0, end);
        var text = new String(request.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        var message = new Received(
                head,
                text.isEmpty()
                        ? JsonMapper.shared().nullNode()
                        : JsonMapper.shared().readTree(text));
        received.add(message);
        if (message.body().has("id") && message.method().isEmpty()) {
            awaited.computeIfAbsent(message.id(), _ -> new CompletableFuture<>())
                    .complete(message);
        }
        if (head.startsWith("DELETE")) {
            sessions.remove(message.header("mcp-session-id"));
            return RecordingApi.response(socket, "200 OK", JSON, "");
        }
        if (head.startsWith("GET")) {
            return called(message, socket);
        }
        if (!message.body().has("id") || message.method().isEmpty()) {
            return RecordingApi.response(socket, "202 Accepted", JSON, "");
        }
        return modern ? modern(message, socket) : inSession(message, socket);
    }

    private boolean modern(Received message, Socket socket) throws IOException, InterruptedException {
        var version = message.body().path("params").path("_meta").path("io.modelcontextprotocol/protocolVersion");
        if (!version.asString("").equals("2026-07-28")
                || !message.header("mcp-protocol-version").equals("2026-07-28")
                || !message.header("mcp-method").equals(message.method())) {
            return RecordingApi.response(
                    socket,
                    "400 Bad Request",
                    JSON,
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"message\":\"headers\"}}");
        }
        return message.method().equals("server/discover")
                ? ok(
                        socket,
                        JSON,
                        reply(
                                message,
                                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{"
                                        + declared + "}}"))
                : called(message, socket);
    }

    private boolean inSession(Received message, Socket socket) throws IOException, InterruptedException {
        if (message.method().equals("initialize")) {
            var id = "session-" + begun.incrementAndGet();
            sessions.add(id);
            var body = reply(
                    message,
                    "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}"
                            + (declared.isEmpty() ? "" : "," + declared) + "}}");
            RecordingApi.write(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nMcp-Session-Id: %s\r\nContent-Length: %d\r\n\r\n%s"
                            .formatted(id, event(body).length(), event(body)));
            return true;
        }
        var session = message.header("mcp-session-id");
        if (session.isEmpty()) {
            return RecordingApi.response(
                    socket,
                    "400 Bad Request",
                    JSON,
                    "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Server not initialized\"},\"id\":null}");
        }
        if (sessions.contains(session)) {
            return message.method().equals("ping") ? ok(socket, JSON, reply(message, "{}")) : called(message, socket);
        }
        return RecordingApi.response(
                socket,
                ofUnknownSession,
                JSON,
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"Session not found\"},\"id\":null}");
    }

    private boolean called(Received message, Socket socket) throws IOException, InterruptedException {
        return calls.answer(message, socket);
    }

    @Override
    public void close() {
        api.close();
    }
}
