package dev.hyperterse.runtime.source.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** As much of an API server as a replica talks to: objects by path, a watch on one of them, and faults on demand. */
public final class FakeApiServer implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String END = "";

    private final HttpServer server;
    private final Map<String, ObjectNode> objects = new ConcurrentHashMap<>();
    private final List<LinkedBlockingQueue<String>> watches = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> tokens = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int status = 200;
    private volatile boolean deaf;
    private volatile boolean breakingOff;
    private volatile WatchEnd watchEnd = WatchEnd.NEVER;
    private long version = 100;

    public FakeApiServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Every answer from now on; 200 is healthy. */
    void answerWith(int code) {
        status = code;
        if (code != 200) {
            watches.forEach(watch -> watch.add(END));
        }
    }

    /** Watches stay open without events. */
    void deaf(boolean silent) {
        deaf = silent;
    }

    /** When watches end by themselves. */
    enum WatchEnd {
        NEVER,
        AFTER_AN_EVENT,
        AT_ONCE,
        /** The resource version is said to be too old. */
        GONE
    }

    /** Of each watch that opens from now on. */
    void endWatches(WatchEnd when) {
        watchEnd = when;
    }

    /** Answers begin and do not end. */
    public void breakOff(boolean silent) {
        breakingOff = silent;
    }

    public synchronized void putConfigMap(String path, Map<String, byte[]> entries) {
        var object = object("ConfigMap");
        entries.forEach((key, content) -> {
            if (key.endsWith(".json")) {
                object.withObject("data").put(key, new String(content, StandardCharsets.UTF_8));
            } else {
                object.withObject("binaryData").put(key, Base64.getEncoder().encodeToString(content));
            }
        });
        var type = objects.put(path, object) == null ? "ADDED" : "MODIFIED";
        if (path.endsWith("-catalog")) {
            notifyWatches(type, object);
        }
    }

    synchronized void putSecret(String path, Map<String, byte[]> entries) {
        var object = object("Secret");
        entries.forEach((key, content) ->
                object.withObject("data").put(key, Base64.getEncoder().encodeToString(content)));
        objects.put(path, object);
    }

    synchronized void delete(String path) {
        var gone = objects.remove(path);
        if (path.endsWith("-catalog") && gone != null) {
            notifyWatches("DELETED", gone);
        }
    }

    int openWatches() {
        return watches.size();
    }

    List<String> requests() {
        return requests;
    }

    List<String> tokens() {
        return tokens;
    }

    private ObjectNode object(String kind) {
        var object = MAPPER.createObjectNode().put("kind", kind).put("apiVersion", "v1");
        object.withObject("metadata").put("resourceVersion", Long.toString(++version));
        return object;
    }

    private void notifyWatches(String type, ObjectNode object) {
        if (deaf) {
            return;
        }
        var event = MAPPER.createObjectNode().put("type", type);
        event.set("object", object);
        watches.forEach(watch -> watch.add(event.toString()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(exchange.getRequestURI().toString());
            tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
            var query = exchange.getRequestURI().getQuery();
            if (status != 200) {
                exchange.sendResponseHeaders(status, -1);
            } else if (query != null && query.contains("watch=1")) {
                stream(exchange);
            } else {
                single(exchange);
            }
        }
    }

    private void single(HttpExchange exchange) throws IOException {
        var object = objects.get(exchange.getRequestURI().getPath());
        if (object == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        var body = object.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        if (breakingOff) {
            exchange.getResponseBody().write(body, 0, 1);
            exchange.getResponseBody().flush();
            awaitClosed();
        } else {
            exchange.getResponseBody().write(body);
        }
    }

    private void awaitClosed() {
        try {
            closed.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void stream(HttpExchange exchange) throws IOException {
        var end = watchEnd;
        exchange.sendResponseHeaders(end == WatchEnd.GONE ? 410 : 200, 0);
        exchange.getResponseBody().flush();
        if (end == WatchEnd.NEVER || end == WatchEnd.AFTER_AN_EVENT) {
            sendEvents(exchange, end);
        }
    }

    private void sendEvents(HttpExchange exchange, WatchEnd end) throws IOException {
        var events = new LinkedBlockingQueue<String>();
        watches.add(events);
        try {
            while (closed.getCount() > 0) {
                var event = events.take();
                if (event.equals(END)) {
                    return;
                }
                exchange.getResponseBody().write((event + "\n").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                if (end == WatchEnd.AFTER_AN_EVENT) {
                    return;
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            watches.remove(events);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        watches.forEach(watch -> watch.add(END));
        server.stop(0);
    }
}
