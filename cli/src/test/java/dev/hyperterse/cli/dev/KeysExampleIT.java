package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.cli.client.ConnectionFailure;
import dev.hyperterse.cli.client.RemoteConnection;
import dev.hyperterse.cli.client.ToolAnswer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code hyperterse dev examples/keys}: its key comes from the {@code .env} file, and can be replaced there. */
@Timeout(180)
class KeysExampleIT {
    private static final String KEY = "acme-only-for-this-example";
    private static final String NEXT = "acme-replaced-in-this-test";

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @BeforeEach
    void copy() throws IOException {
        Quickstart.copy("keys", directory);
    }

    @Test
    void theExampleServesAPartnerItsOrdersAndTakesAnotherKey(@TempDir Path cache) throws Exception {
        try (var example = Quickstart.serve(directory, cache)) {
            assertThat(call(example, KEY).body())
                    .contains(
                            "[{\\\"id\\\":3,\\\"total\\\":\\\"12.00\\\"},{\\\"id\\\":1,\\\"total\\\":\\\"27.40\\\"}]");
            assertThat(call(example, NEXT).statusCode()).isEqualTo(401);

            example.edit(".env", KEY, NEXT);

            while (call(example, NEXT).statusCode() != 200) {
                LockSupport.parkNanos(10_000_000);
            }
            assertThat(call(example, KEY).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void commandLineSendsTheKeyOfItsHeaderOption(@TempDir Path cache) {
        try (var example = Quickstart.serve(directory, cache)) {
            assertThatThrownBy(() -> RemoteConnection.open(example.url(), Map.of(), "1"))
                    .isInstanceOf(ConnectionFailure.class)
                    .hasMessageContaining("asks for credentials: --header 'X-API-Key: ...'");
            assertThatThrownBy(() -> RemoteConnection.open(example.url(), Map.of("X-API-Key", NEXT), "1"))
                    .hasMessageContaining("refuses these headers");

            try (var connection = RemoteConnection.open(example.url(), Map.of("X-API-Key", KEY), "1")) {
                assertThat(connection.call("execute", Map.of("tool", "total-sales", "inputs", Map.of())))
                        .isInstanceOf(ToolAnswer.Result.class);
            }
        }
    }

    @Test
    void theOfficeCallsAToolThatIsNotThereForPartners(@TempDir Path cache) {
        try (var example = Quickstart.serve(directory, cache)) {
            assertThat(call(example, "office-only-for-this-example", "sales-of-all-partners")
                            .body())
                    .contains("{\\\"partner\\\":\\\"bolt\\\",\\\"sales\\\":1}");
            assertThat(call(example, KEY, "sales-of-all-partners").body())
                    .isEqualTo(call(example, KEY, "sales-of-all-partners-x")
                            .body()
                            .replace("sales-of-all-partners-x", "sales-of-all-partners"))
                    .contains("Unknown tool");
        }
    }

    private HttpResponse<String> call(Quickstart example, String key) {
        return call(example, key, "my-partner-orders");
    }

    private HttpResponse<String> call(Quickstart example, String key, String tool) {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                + "\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":{}}}}";
        var request = HttpRequest.newBuilder(example.url())
                .header("Content-Type", "application/json")
                .header("X-API-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
