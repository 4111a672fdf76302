package dev.hyperterse.testbed.mcp;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The URL of an MCP server and the connections to it that the sessions of one client share. */
public final class McpEndpoint implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CLIENT = "\"clientInfo\":{\"name\":\"testbed\",\"version\":\"1\"}";

    private final URI url;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    public McpEndpoint(URI url) {
        this.url = url;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .connectTimeout(PATIENCE)
                .build();
    }

    /** Begins a session. */
    public McpSession initialize() throws IOException {
        var answer = post(
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{}," + CLIENT + "}}",
                Optional.empty());
        var session = answer.headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow(() -> new IOException(
                        "initialize at " + url + " answered " + answer.statusCode() + ": " + answer.body()));
        return new McpSession(this, session);
    }

    HttpResponse<String> post(String body, Optional<String> session) throws IOException {
        var request = HttpRequest.newBuilder(url)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        session.ifPresent(id -> request.header("Mcp-Session-Id", id));
        return send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    <T> HttpResponse<T> get(String session, Optional<String> lastEventId, HttpResponse.BodyHandler<T> body)
            throws IOException {
        var request = HttpRequest.newBuilder(url)
                .header("Accept", "text/event-stream")
                .header("Mcp-Session-Id", session);
        lastEventId.ifPresent(id -> request.header("Last-Event-ID", id));
        return send(request.build(), body);
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) throws IOException {
        try {
            return http.send(request, body);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped while waiting for " + url, stopped);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }

    @Override
    public String toString() {
        return url.toString();
    }
}
