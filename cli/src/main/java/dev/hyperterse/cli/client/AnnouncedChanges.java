package dev.hyperterse.cli.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The changes that a server announces, in the era that it speaks: the one without sessions is tried first. The client of the
 * SDK opens such a stream again without a word, and reads nothing of the other era.
 */
public final class AnnouncedChanges implements AutoCloseable {
    private static final String MODERN = "2026-07-28";
    private static final String LEGACY = "2025-11-25";
    private static final Pattern VERSION = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
    private static final String RESOURCES = "resourceSubscriptions";
    private static final String SESSION = "mcp-session-id";

    /** How long a server may be silent. @param comments one that has sent a comment, as ours does each 20 seconds */
    record Limits(Duration answer, Duration comments) {
        private static final Limits USUAL = new Limits(Duration.ofSeconds(20), Duration.ofSeconds(90));
    }

    private final URI url;
    private final Map<String, String> headers;
    private final String version;
    private final Limits limits;
    private final HttpClient http;
    private final List<String> refused = new ArrayList<>();
    private Map<String, String> session = Map.of();
    private EventMessages messages = new EventMessages(List.<String>of().iterator());

    private AnnouncedChanges(URI url, Map<String, String> headers, String version, Limits limits) {
        this.url = url;
        this.headers = headers;
        this.version = version;
        this.limits = limits;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(limits.answer)
                .build();
    }

    /**
     * Changes of the lists, and of these resources.
     *
     * @param version of this client
     * @throws ConnectionFailure when nothing there announces changes
     */
    public static AnnouncedChanges of(URI url, Map<String, String> headers, String version, List<String> resources) {
        return of(url, headers, version, resources, Limits.USUAL);
    }

    static AnnouncedChanges of(
            URI url, Map<String, String> headers, String version, List<String> resources, Limits limits) {
        var changes = new AnnouncedChanges(url, headers, version, limits);
        try {
            if (!changes.listens(resources)) {
                changes.beginSession(resources);
            }
            return changes;
        } catch (IOException failed) {
            changes.close();
            throw ConnectionFailures.of(url, !headers.isEmpty(), failed);
        } catch (InterruptedException stopped) {
            changes.close();
            Thread.currentThread().interrupt();
            throw ConnectionFailures.of(url, !headers.isEmpty(), stopped);
        } catch (RuntimeException failed) {
            changes.close();
            throw failed;
        }
    }

    /** The resources whose changes the server does not announce to this client. */
    public List<String> refused() {
        return List.copyOf(refused);
    }

    /** Blocks until there is a notification; empty when the stream has ended. */
    public Optional<JsonNode> next() {
        var next = messages.next();
        while (next.isPresent() && (!next.get().has("method") || next.get().has("id"))) {
            answer(next.get());
            next = messages.next();
        }
        return next;
    }

    /** A ping is all that a server may ask a client without capabilities. */
    private void answer(JsonNode message) {
        if (message.path("method").asString("").equals("ping")) {
            var reply = json().put("jsonrpc", "2.0");
            reply.set("id", message.get("id"));
            reply.putObject("result");
            http.sendAsync(posted(reply, session).timeout(limits.answer).build(), BodyHandlers.discarding());
        }
    }

    /** @return false where the server does not speak the era without sessions */
    private boolean listens(List<String> resources) throws IOException, InterruptedException {
        var wanted = json().put("toolsListChanged", true)
                .put("promptsListChanged", true)
                .put("resourcesListChanged", true);
        resources.forEach(wanted.putArray(RESOURCES)::add);
        var params = json();
        params.set("notifications", wanted);
        var meta = params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", MODERN);
        meta.set("io.modelcontextprotocol/clientInfo", clientInfo());
        meta.putObject("io.modelcontextprotocol/clientCapabilities");
        var method = "subscriptions/listen";
        HttpResponse<Stream<String>> answer;
        try {
            var era = Map.of("mcp-protocol-version", MODERN, "mcp-method", method);
            answer = post(method, Optional.of(1), params, era);
        } catch (HttpTimeoutException waits) {
            // Some servers of the other era wait where they do not know the method.
            return false;
        }
        if (!isStream(answer)) {
            answer.body().close();
            return false;
        }
        var stream = new EventMessages(answer.body().iterator());
        JsonNode first = json();
        try {
            first = inTime(() -> stream.next().orElseGet(AnnouncedChanges::json));
        } catch (HttpTimeoutException silent) {
            // As one that waits before it answers.
        }
        if (!first.path("method").asString("").equals(ACKNOWLEDGED)) {
            answer.body().close();
            return false;
        }
        var acknowledged = first.at("/params/notifications/" + RESOURCES)
                .valueStream()
                .map(JsonNode::asString)
                .toList();
        resources.stream().filter(uri -> !acknowledged.contains(uri)).forEach(refused::add);
        messages = stream;
        return true;
    }

    private void beginSession(List<String> resources) throws IOException, InterruptedException {
        var params = json().put("protocolVersion", LEGACY);
        params.putObject("capabilities");
        params.set("clientInfo", clientInfo());
        var begun = post("initialize", Optional.of(1), params, Map.of());
        var greeting = reply(begun);
        if (!greeting.has("result")) {
            throw new ConnectionFailure("no MCP server answers at %s: it begins no session (HTTP %d)%s"
                    .formatted(url, begun.statusCode(), reason(greeting)));
        }
        session = new LinkedHashMap<>();
        var agreed = greeting.at("/result/protocolVersion").asString(LEGACY);
        session.put("mcp-protocol-version", VERSION.matcher(agreed).matches() ? agreed : LEGACY);
        begun.headers().firstValue(SESSION).ifPresent(id -> session.put(SESSION, id));
        reply(post("notifications/initialized", Optional.empty(), json(), session));
        var id = 1;
        for (var uri : resources) {
            var subscribed = reply(post("resources/subscribe", Optional.of(++id), json().put("uri", uri), session));
            if (!subscribed.has("result")) {
                refused.add(uri);
            }
        }
        var stream = send(request(session).GET());
        if (!isStream(stream)) {
            stream.body().close();
            throw new ConnectionFailure("the server at %s announces no changes: it opens no stream (HTTP %d)"
                    .formatted(url, stream.statusCode()));
        }
        messages = new EventMessages(stream.body().iterator());
    }

    /** The reply of an answer, which may be a stream; empty where it has none. */
    private JsonNode reply(HttpResponse<Stream<String>> answer) throws IOException, InterruptedException {
        try (var lines = answer.body()) {
            return inTime(() -> reply(lines, isStream(answer)));
        }
    }

    private static JsonNode reply(Stream<String> lines, boolean isStream) {
        if (!isStream) {
            var text = String.join("\n", lines.toList()).strip();
            return text.startsWith("{") ? JsonMapper.shared().readTree(text) : json();
        }
        var messages = new EventMessages(lines.iterator());
        var next = messages.next();
        while (next.isPresent() && next.get().has("method")) {
            next = messages.next();
        }
        return next.orElseGet(AnnouncedChanges::json);
    }

    private String reason(JsonNode reply) {
        var message = reply.at("/error/message").asString("");
        return message.isEmpty() ? ConnectionFailures.path(url, "") : ": " + message;
    }

    private HttpResponse<Stream<String>> post(
            String method, Optional<Integer> id, ObjectNode params, Map<String, String> more)
            throws IOException, InterruptedException {
        var message = json().put("jsonrpc", "2.0");
        id.ifPresent(number -> message.put("id", number));
        message.put("method", method).set("params", params);
        return send(posted(message, more));
    }

    private HttpRequest.Builder posted(ObjectNode message, Map<String, String> more) {
        return request(more)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(message.toString()));
    }

    private HttpRequest.Builder request(Map<String, String> more) {
        var request = HttpRequest.newBuilder(url).header("accept", "application/json, text/event-stream");
        more.forEach(request::header);
        headers.forEach(request::setHeader);
        return request;
    }

    private HttpResponse<Stream<String>> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = inTime(http.sendAsync(
                request.build(),
                about -> BodySubscribers.mapping(
                        BodySubscribers.ofInputStream(),
                        body -> AnswerBody.lines(
                                body, isStream(about.statusCode(), about.headers()), limits.comments))));
        if (answer.statusCode() == 401 || answer.statusCode() == 403) {
            throw ConnectionFailures.ofCredentials(url, !headers.isEmpty());
        }
        return answer;
    }

    private <T> T inTime(Supplier<T> read) throws IOException, InterruptedException {
        return inTime(CompletableFuture.supplyAsync(read, Thread::startVirtualThread));
    }

    /** The timeout of a request may be that of the whole stream, by the version of Java. */
    private <T> T inTime(CompletableFuture<T> asked) throws IOException, InterruptedException {
        try {
            return asked.get(limits.answer.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException silent) {
            asked.cancel(true);
            throw new HttpTimeoutException("it has not answered for %d seconds".formatted(limits.answer.toSeconds()));
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException refused ? refused : new IOException(failed.getCause());
        }
    }

    private static boolean isStream(HttpResponse<?> answer) {
        return isStream(answer.statusCode(), answer.headers());
    }

    private static boolean isStream(int status, HttpHeaders headers) {
        return status == 200 && headers.firstValue("content-type").orElse("").startsWith("text/event-stream");
    }

    private ObjectNode clientInfo() {
        return json().put("name", "hyperterse").put("version", version);
    }

    private static ObjectNode json() {
        return JsonMapper.shared().createObjectNode();
    }

    @Override
    public void close() {
        if (session.containsKey(SESSION)) {
            http.sendAsync(request(session).DELETE().build(), BodyHandlers.discarding())
                    .orTimeout(2, TimeUnit.SECONDS)
                    .handle((_, _) -> true)
                    .join();
        }
        http.shutdownNow();
    }
}
