package dev.hyperterse.cli.dev;

import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.runtime.Replica;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A copy of the quickstart that can be edited, served on a free port, and a client for it. */
public final class Quickstart implements AutoCloseable {
    public static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();

    private static final String DATA = "data: ";

    private final Path directory;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final HttpClient client = HttpClient.newHttpClient();
    private final DevServer server;
    private final int port;

    private Quickstart(Path directory, Path cache, int wantedPort) {
        this.directory = directory;
        var settings = new DevSettings(
                directory,
                new ServerChoice(Optional.empty()),
                wantedPort,
                OptionalInt.empty(),
                false,
                cache,
                List.of("hyperterse"));
        var report = new DevReport(
                new PrintStream(told, true, StandardCharsets.UTF_8), new OutputFormat.Text(false), Clock.systemUTC());
        var project = new Project(directory, settings.choice(), Long.toHexString(System.nanoTime()));
        this.server = switch (DevServer.start(settings, project, report)) {
            case DevServer.Start.Serving(var started, var compilation) -> {
                report.started(compilation);
                yield started;
            }
            case DevServer.Start.Impossible(var nothing) -> throw new AssertionError(nothing);
        };
        this.port = server.open(settings);
        server.follow();
    }

    /** Copies the example to {@code parent}. */
    public static Path copyTo(Path parent) throws IOException {
        return copy("quickstart", parent.resolve("quickstart"));
    }

    /** Copies the files of an example into a directory, which is made where it does not exist. */
    static Path copy(String example, Path directory) throws IOException {
        var source = EXAMPLES.resolve(example);
        try (Stream<Path> files = Files.walk(source)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = directory.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return directory;
    }

    public static Quickstart serve(Path directory, Path cache) {
        return new Quickstart(directory, cache, 0);
    }

    /** The same on a port that is known before. */
    public static Quickstart serve(Path directory, Path cache, int port) {
        return new Quickstart(directory, cache, port);
    }

    /** The same again, where it was before. */
    Quickstart restart(Path cache) {
        close();
        return new Quickstart(directory, cache, port);
    }

    public URI url() {
        return URI.create("http://localhost:" + port + "/mcp");
    }

    Replica replica() {
        return server.replica();
    }

    public String told() {
        return told.toString(StandardCharsets.UTF_8);
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    /** Saves a file with one text replaced by another. */
    void edit(String file, String from, String to) {
        try {
            var text = Files.readString(file(file));
            if (!text.contains(from)) {
                throw new AssertionError(file + " does not contain " + from);
            }
            Files.writeString(file(file), text.replace(from, to));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String initialize() {
        return post(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}",
                        Optional.empty())
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    /** Runs a tool through execute; the answer with result or error. */
    JsonNode execute(Optional<String> session, String tool, String inputs) {
        return JsonMapper.shared()
                .readTree(message(post(
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                                        + "\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":" + inputs + "}}}",
                                session)
                        .body()));
    }

    /** The answer to any request. @param params a JSON object */
    public JsonNode request(String method, String params) {
        return request(method, params, Map.of());
    }

    /** The same with more headers. */
    JsonNode request(String method, String params, Map<String, String> headers) {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}".formatted(method, params);
        return JsonMapper.shared().readTree(message(post(body, headers).body()));
    }

    /** The answer of a toolset. @param path behind that of the server */
    JsonNode at(String path, String method, String params) {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}".formatted(method, params);
        return JsonMapper.shared()
                .readTree(message(post(URI.create(url() + path), body, Map.of()).body()));
    }

    /** An answer that takes long on a loaded machine comes as a stream. */
    private static String message(String body) {
        return body.lines()
                .filter(line -> line.startsWith(DATA))
                .reduce((_, last) -> last)
                .map(line -> line.substring(DATA.length()))
                .orElse(body);
    }

    HttpResponse<String> post(String body, Optional<String> session) {
        return post(body, session.map(id -> Map.of("Mcp-Session-Id", id)).orElse(Map.of()));
    }

    private HttpResponse<String> post(String body, Map<String, String> headers) {
        return post(url(), body, headers);
    }

    private HttpResponse<String> post(URI to, String body, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(to)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    /** The lines of the session's stream, from when it is open. */
    BlockingQueue<String> listen(String session) throws IOException, InterruptedException {
        var lines = new LinkedBlockingQueue<String>();
        var request = HttpRequest.newBuilder(url())
                .header("Accept", "text/event-stream")
                .header("Mcp-Session-Id", session)
                .build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofLines());
        Thread.ofVirtual().start(() -> {
            try {
                response.body().forEach(lines::add);
            } catch (UncheckedIOException closed) {
                lines.add("closed");
            }
        });
        return lines;
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
    }

    /** Why a call failed; empty if it did not. */
    public static String failure(JsonNode answer) {
        return answer.at("/result/isError").asBoolean(false)
                ? answer.at("/result/content/0/text").asString("")
                : answer.at("/error/message").asString("");
    }
}
