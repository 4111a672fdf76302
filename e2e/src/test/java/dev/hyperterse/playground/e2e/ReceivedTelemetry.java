package dev.hyperterse.playground.e2e;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector that keeps the bytes of what it gets over HTTP; texts in them are as they were sent. */
final class ReceivedTelemetry implements AutoCloseable {
    private final List<String> traces = new CopyOnWriteArrayList<>();
    private final List<String> metrics = new CopyOnWriteArrayList<>();
    private final List<String> records = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    ReceivedTelemetry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        keep("/v1/traces", traces);
        keep("/v1/metrics", metrics);
        keep("/v1/logs", records);
        server.start();
    }

    private void keep(String path, List<String> received) {
        server.createContext(path, exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String traces() {
        return String.join("\n", traces);
    }

    String metrics() {
        return String.join("\n", metrics);
    }

    String records() {
        return String.join("\n", records);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
