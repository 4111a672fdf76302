package dev.hyperterse.cli.status;

import dev.hyperterse.cli.client.ExactJson;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.JsonNode;

/** An API server that answers reads from objects as they are written in YAML, statuses included. */
public final class FakeCluster extends Dispatcher implements AutoCloseable {
    private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final MockWebServer server = new MockWebServer();
    private final List<JsonNode> objects;
    private final Map<String, Integer> refused = new ConcurrentHashMap<>();
    private final Supplier<WebSocketListener> forward;
    private volatile String log = "";

    FakeCluster(String yaml) {
        this(yaml, () -> {
            throw new IllegalStateException("nothing is forwarded");
        });
    }

    /** @param forward what answers a request to forward a port */
    public FakeCluster(String yaml, Supplier<WebSocketListener> forward) {
        this.objects = Arrays.stream(yaml.split("(?m)^---\n"))
                .filter(document -> !document.isBlank())
                .map(document -> Serialization.unmarshal(document, Map.class))
                .map(object -> ExactJson.mapper().<JsonNode>valueToTree(object))
                .toList();
        this.forward = forward;
        REQUESTS.setLevel(Level.WARNING);
        server.setDispatcher(this);
        server.start(InetAddress.getLoopbackAddress(), 0);
    }

    /** Requests for that plural are answered with the code. */
    public FakeCluster refuse(String plural, int code) {
        refused.put(plural, code);
        return this;
    }

    /** What every container has written. */
    FakeCluster logging(String lines) {
        log = lines;
        return this;
    }

    /** A kubeconfig whose context is in namespace {@code shop}. */
    public Path kubeconfig(Path folder) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                contexts: [{name: c, context: {cluster: c, user: u, namespace: shop}}]
                current-context: c
                users: [{name: u, user: {}}]
                """.formatted(server.getPort()));
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
        var url = request.getPath().split("\\?", 2);
        var path = new ApiPath(url[0].substring(1).split("/"));
        if (refused.containsKey(path.plural())) {
            return new MockResponse().setResponseCode(refused.get(path.plural()));
        }
        if (path.plural().equals("portforward")) {
            return new MockResponse().withWebSocketUpgrade(forward.get());
        }
        if (url[0].endsWith("/log")) {
            return new MockResponse().setResponseCode(OK).setBody(log);
        }
        var found = objects.stream()
                .filter(path::includes)
                .filter(it -> hasLabel(it, url.length == 1 ? "" : url[1]))
                .toList();
        if (path.name().isEmpty()) {
            var list = ExactJson.mapper().createObjectNode();
            list.put("kind", "List").put("apiVersion", "v1").putArray("items").addAll(found);
            return answer(list);
        }
        return found.isEmpty() ? new MockResponse().setResponseCode(NOT_FOUND) : answer(found.getFirst());
    }

    private static MockResponse answer(JsonNode body) {
        return new MockResponse()
                .setResponseCode(OK)
                .setHeader("Content-Type", "application/json")
                .setBody(body.toString());
    }

    private static boolean hasLabel(JsonNode object, String query) {
        var selector =
                URLDecoder.decode(query, StandardCharsets.UTF_8).replaceFirst("^.*labelSelector=([^&]*).*$", "$1");
        if (!query.contains("labelSelector=")) {
            return true;
        }
        var parts = selector.split("=", 2);
        var label = object.at("/metadata/labels").path(parts[0]);
        return parts.length == 1 ? !label.isMissingNode() : label.asString("").equals(parts[1]);
    }

    @Override
    public void close() {
        server.shutdown();
    }

    /** {@code api/VERSION/...} or {@code apis/GROUP/VERSION/...}, in a namespace or in all. */
    private record ApiPath(String[] parts) {
        private int first() {
            return parts[0].equals("api") ? 2 : 3;
        }

        private boolean namespaced() {
            return parts.length > first() && parts[first()].equals("namespaces");
        }

        private String part(int index) {
            return index < parts.length ? parts[index] : "";
        }

        String plural() {
            return parts[parts.length - 1].equals("portforward")
                    ? "portforward"
                    : part(namespaced() ? first() + 2 : first());
        }

        String name() {
            return part(namespaced() ? first() + 3 : first() + 1);
        }

        boolean includes(JsonNode object) {
            var plural = object.path("kind").asString("").toLowerCase(Locale.ROOT) + "s";
            var metadata = object.path("metadata");
            return plural.equals(plural())
                    && (!namespaced() || metadata.path("namespace").asString("").equals(part(first() + 1)))
                    && (name().isEmpty() || metadata.path("name").asString("").equals(name()));
        }
    }
}
