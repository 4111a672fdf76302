package dev.hyperterse.cli.console.cluster;

import dev.hyperterse.cli.cluster.ForwardedServer;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** Passes the requests of the page on to the server, and answers back as they come, streams too. */
final class Relay implements AutoCloseable {
    /** Those of a connection or of a browser; the server answers no page, so it learns of none. */
    private static final Set<String> OWN = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "cookie",
            "expect",
            "host",
            "origin",
            "referer",
            "te",
            "transfer-encoding",
            "upgrade");

    private static final List<String> ANSWERED =
            List.of("content-type", "mcp-session-id", "retry-after", "www-authenticate");
    private static final String GONE = "the replica has gone; the next request asks another one";
    private static final int PIECE = 16 * 1024;

    private final ForwardedServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Relay(ForwardedServer server) {
        this.server = server;
    }

    /** The path of the endpoint. */
    String path() {
        return server.url().getRawPath();
    }

    void pass(ServerRequest request, ServerResponse response) {
        var url = server.url();
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(copied(request, HttpRequest.newBuilder(url)), BodyHandlers.ofInputStream());
        } catch (IOException failed) {
            refuse(response, server.failed(url).orElse(GONE));
            return;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            refuse(response, "the console ends");
            return;
        }
        var piece = new byte[PIECE];
        int read;
        try {
            read = answer.body().read(piece);
        } catch (IOException ended) {
            refuse(response, server.failed(url).orElse(GONE));
            return;
        }
        try {
            answer(answer, read, piece, response);
        } catch (IOException ended) {
            // A response that has begun cannot be refused, and would pass for a whole one if it ended well.
            throw new CloseConnectionException(server.failed(url).orElse(GONE), ended);
        }
    }

    private static HttpRequest copied(ServerRequest request, HttpRequest.Builder copy) {
        for (var header : request.headers()) {
            var name = header.name().toLowerCase(Locale.ROOT);
            if (!OWN.contains(name) && !name.startsWith("sec-")) {
                header.allValues().forEach(value -> copy.header(name, value));
            }
        }
        var body = request.content().hasEntity()
                ? BodyPublishers.ofByteArray(request.content().as(byte[].class))
                : BodyPublishers.noBody();
        return copy.method(request.prologue().method().text(), body).build();
    }

    /** @param first the length of what the piece holds, which has been read before the response begins */
    private static void answer(HttpResponse<InputStream> answer, int first, byte[] piece, ServerResponse response)
            throws IOException {
        response.status(Status.create(answer.statusCode()));
        ANSWERED.forEach(name -> answer.headers().allValues(name).forEach(value -> response.headers()
                .add(HeaderNames.create(name), value)));
        try (var from = answer.body();
                var to = response.outputStream()) {
            // Each event of a stream goes on at once.
            for (var read = first; read >= 0; read = from.read(piece)) {
                to.write(piece, 0, read);
                to.flush();
            }
        }
    }

    /** In the form in which the endpoint refuses. */
    private static void refuse(ServerResponse response, String reason) {
        response.status(Status.BAD_GATEWAY_502)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .send(JsonMapper.shared().writeValueAsBytes(Map.of("error", Map.of("message", reason))));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
