package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that segments of the URL bind, from manifests to answers that are kept. */
@Timeout(180)
class PathSegmentsIT {
    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              http: {path: "/mcp/{owner_of_rows}"}
              exposure: SearchAndDirect
              cache: {mode: Enabled, ttl: 10m}
              adapters:
                - name: orders
                  engine: Sqlite
                  url: ":memory:"
                  sqlite: {initSql: {configMapKeyRef: {name: schema, key: schema.sql}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: schema}
            data:
              schema.sql: |
                CREATE TABLE orders (id INTEGER PRIMARY KEY, partner TEXT NOT NULL);
                INSERT INTO orders VALUES (1, 'acme'), (2, 'bolt'), (3, 'acme');
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: their-orders}
            spec:
              serverRefs: [{name: shop}]
              description: Orders of a partner
              inputs: [{name: owner_of_rows, type: string, source: {path: owner_of_rows}}]
              statement:
                adapter: orders
                text: {inline: "SELECT id FROM orders WHERE partner = {{ inputs.owner_of_rows }} ORDER BY id"}
            """;

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @TempDir
    private Path cache;

    private Quickstart server;

    @BeforeEach
    void serve() throws IOException {
        Files.writeString(directory.resolve("manifests.yaml"), MANIFESTS);
        server = Quickstart.serve(directory, cache);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eachUrlHasItsRowsAlsoFromTheCache() {
        for (var round = 0; round < 3; round++) {
            assertThat(call("acme")).contains("[{\\\"id\\\":1},{\\\"id\\\":3}]");
            assertThat(call("bolt")).contains("[{\\\"id\\\":2}]");
            assertThat(call("cord")).contains("[]").doesNotContain("\\\"id\\\"");
        }
        assertThat(post("", "tools/list", "{}").statusCode()).isEqualTo(404);
    }

    @Test
    void noAnswerNamesTheInput() {
        for (var params : List.of(
                "{\"name\":\"search\",\"arguments\":{\"query\":\"orders of a partner\"}}",
                "{\"name\":\"search\",\"arguments\":{\"query\":\"owner_of_rows\"}}",
                "{\"name\":\"their-orders\",\"arguments\":{\"no_such_input\":1}}")) {
            assertThat(post("/acme", "tools/call", params).body()).doesNotContain("owner_of_rows");
        }
        assertThat(post("/acme", "tools/list", "{}").body())
                .contains("their-orders")
                .doesNotContain("owner_of_rows");
    }

    /** A change of the server alone. */
    @Test
    void aToolWhoseSegmentTheServerLosesIsNoLongerServedUntilItComesBack() throws Exception {
        server.edit("manifests.yaml", "path: \"/mcp/{owner_of_rows}\"", "path: \"/mcp/{region}\"");
        await(() -> !post("/acme", "tools/list", "{}").body().contains("their-orders"));
        await(() -> server.told().contains("the path of the server, /mcp/{region}, has no segment 'owner_of_rows'"));
        await(() -> server.told().contains("write /mcp/{region}/{owner_of_rows} into spec.http.path"));

        server.edit("manifests.yaml", "path: \"/mcp/{region}\"", "path: \"/mcp/{region}/{owner_of_rows}\"");
        await(() -> post("/eu/acme", "tools/list", "{}").body().contains("their-orders"));
        assertThat(call("eu/bolt")).contains("[{\\\"id\\\":2}]");
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        var until = System.nanoTime() + Duration.ofSeconds(120).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(10);
        }
    }

    private String call(String segments) {
        return post("/" + segments, "tools/call", "{\"name\":\"their-orders\",\"arguments\":{}}")
                .body();
    }

    private HttpResponse<String> post(String behind, String method, String params) {
        var request = HttpRequest.newBuilder(URI.create(server.url() + behind))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}"))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
