package dev.hyperterse.playground.e2e;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A decision point that decides nothing, and sends back the signature of each question. */
final class FailingDecisionPoint implements AutoCloseable {
    private final List<String> signatures = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    FailingDecisionPoint() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var signature = exchange.getRequestHeaders().getFirst("Hyperterse-Signature");
            signatures.add(signature.substring(signature.indexOf('=') + 1));
            var body = signature.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("X-Signature", signature);
            exchange.sendResponseHeaders(500, body.length);
            try (exchange) {
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** Of the questions it was asked. */
    List<String> signatures() {
        return signatures;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
