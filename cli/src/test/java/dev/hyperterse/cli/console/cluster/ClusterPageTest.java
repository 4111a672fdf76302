package dev.hyperterse.cli.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.cluster.Cluster;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.status.FakeCluster;
import dev.hyperterse.cli.status.SoundCluster;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The console of a server of a cluster: the page on this machine, the endpoint behind a forwarded port. */
@Timeout(120)
class ClusterPageTest {
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\",\"arguments\":"
                    + "{\"tool\":\"order-details\",\"inputs\":{\"order_id\":1001}}}}";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Quickstart served;

    @BeforeEach
    void serve() throws IOException {
        served = Quickstart.serve(Quickstart.copyTo(folder.resolve("shop")), folder.resolve("cache"));
    }

    @AfterEach
    void stop() {
        served.close();
        client.shutdownNow();
    }

    @Test
    void thePageCallsTheServerAndShowsItsStatus() throws Exception {
        try (var cluster = cluster(new AtomicInteger());
                var page = open(cluster)) {
            assertThat(get(page, "/").body()).contains("/console/main.js");
            var overview = overview(page);
            assertThat(overview.path("cluster").asBoolean()).isTrue();
            assertThat(overview.path("server").asString()).isEqualTo("shop/shop");
            assertThat(overview.path("path").asString()).isEqualTo("/mcp");
            assertThat(overview.at("/definitions/0/name").asString()).isEqualTo("list-orders");
            assertThat(overview.path("facts").toString()).contains("Replicas", "Revision", "Condition");
            var answer = call(page, page.url().toString().replaceFirst("/$", ""));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("Espresso cup, white");
        }
    }

    @Test
    void aFaultOfTheClusterIsAProblem() throws Exception {
        var yaml = SoundCluster.ALL.replace(
                "status: \"True\", reason: Serving", "status: \"False\", reason: NoReadyReplicas");
        try (var cluster = new FakeCluster(
                        SoundCluster.renewed(yaml),
                        () -> new dev.hyperterse.cli.status.Relay(served.url().getPort()));
                var page = open(cluster)) {
            assertThat(overview(page).path("problems").toString())
                    .contains("NoReadyReplicas", "\"severity\":\"error\"");
            cluster.refuse("tools", 403);
            var seen = "";
            for (var text = ""; !text.contains("may not list"); ) {
                var answer = directory(page, seen);
                seen = answer.path("version").asString();
                text = answer.at("/value/problems").toString();
            }
        }
    }

    @Test
    void otherPagesAndOtherNamesReachNothing() throws Exception {
        try (var cluster = cluster(new AtomicInteger());
                var page = open(cluster)) {
            assertThat(call(page, "https://elsewhere.example").statusCode()).isEqualTo(403);
            var asked = HttpRequest.newBuilder(page.url().resolve("/console/directory"))
                    .header("Origin", "https://elsewhere.example")
                    .build();
            assertThat(client.send(asked, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
            for (var path : new String[] {"/mcp", "/console/directory", "/"}) {
                assertThat(status(page, path, "rebound.example")).as(path).isEqualTo(403);
            }
            assertThat(status(page, "/metrics", "localhost")).isEqualTo(404);
            assertThat(status(page, "/mcp/other", "localhost")).isEqualTo(404);
        }
    }

    @Test
    void aReplicaThatHasGoneIsReplaced() throws Exception {
        var failing = new AtomicInteger(1);
        try (var cluster = cluster(failing);
                var page = open(cluster)) {
            var own = page.url().toString().replaceFirst("/$", "");
            var refused = call(page, own);
            assertThat(refused.statusCode()).isEqualTo(502);
            assertThat(JsonMapper.shared()
                            .readTree(refused.body())
                            .at("/error/message")
                            .asString())
                    .isNotEmpty();
            assertThat(call(page, own).body()).contains("Espresso cup, white");
        }
    }

    /** @param failing how many connections end at once */
    private FakeCluster cluster(AtomicInteger failing) {
        return new FakeCluster(
                SoundCluster.renewed(SoundCluster.ALL),
                () -> failing.getAndDecrement() > 0
                        ? new Gone()
                        : new dev.hyperterse.cli.status.Relay(served.url().getPort()));
    }

    /** A replica that has just ended. */
    private static final class Gone extends WebSocketListener {
        @Override
        public void onOpen(WebSocket asking, Response response) {
            asking.close(1000, "");
        }
    }

    private ClusterPage open(FakeCluster cluster) throws IOException {
        return ClusterPage.open(
                Cluster.connect(Optional.of(cluster.kubeconfig(folder)), Optional.empty()),
                new ClusterPage.Settings("shop", "shop", "hyperterse-system", 0, "0.1.0"));
    }

    private HttpResponse<String> call(ClusterPage page, String origin) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(page.url().resolve("/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Origin", origin)
                .POST(BodyPublishers.ofString(CALL))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private JsonNode overview(ClusterPage page) throws IOException, InterruptedException {
        return directory(page, "").path("value");
    }

    private JsonNode directory(ClusterPage page, String seen) throws IOException, InterruptedException {
        return JsonMapper.shared()
                .readTree(get(page, "/console/directory?seen=" + seen).body());
    }

    private HttpResponse<String> get(ClusterPage page, String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(page.url().resolve(path)).build(), BodyHandlers.ofString());
    }

    /** The status for a host name that a browser was made to resolve to this machine. */
    private static int status(ClusterPage page, String path, String host) throws IOException {
        try (var socket = new Socket("127.0.0.1", page.url().getPort())) {
            var request = "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return Integer.parseInt(answer.split(" ")[1]);
        }
    }
}
