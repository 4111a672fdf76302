package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code hyperterse dev examples/proxy}: a script reads who calls from headers of a proxy. */
@Timeout(180)
class ProxyExampleIT {
    private static final String SECRET = "only-for-this-example-0123456789";
    private static final String NEXT = "replaced-in-this-test-0123456789";

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @BeforeEach
    void copy() throws IOException {
        Quickstart.copy("proxy", directory);
    }

    @Test
    void theExampleDistinguishesCallersAndAcceptsARotatedSecret(@TempDir Path cache) throws Exception {
        try (var example = Quickstart.serve(directory, cache)) {
            assertThat(call(example, SECRET, "ann", "sales", "my-orders").body())
                    .contains(
                            "[{\\\"id\\\":3,\\\"total\\\":\\\"12.00\\\"},{\\\"id\\\":1,\\\"total\\\":\\\"27.40\\\"}]");
            assertThat(call(example, SECRET, "bob", "support, sales", "orders-of-all-sellers")
                            .body())
                    .contains("{\\\"seller\\\":\\\"ann\\\",\\\"orders\\\":2}");
            assertThat(call(example, SECRET, "ann", "sales", "orders-of-all-sellers")
                            .body())
                    .contains("Unknown tool");
            assertThat(call(example, NEXT, "ann", "sales", "my-orders").statusCode())
                    .isEqualTo(401);

            example.edit(".env", SECRET, NEXT);

            while (call(example, NEXT, "ann", "sales", "my-orders").statusCode() != 200) {
                LockSupport.parkNanos(10_000_000);
            }
            assertThat(call(example, SECRET, "ann", "sales", "my-orders").statusCode())
                    .isEqualTo(401);
        }
    }

    private HttpResponse<String> call(Quickstart example, String secret, String user, String groups, String tool)
            throws IOException, InterruptedException {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
                + "\"arguments\":{\"tool\":\"" + tool + "\",\"inputs\":{}}}}";
        var request = HttpRequest.newBuilder(example.url())
                .header("Content-Type", "application/json")
                .header("X-Proxy-Secret", secret)
                .header("X-User", user)
                .header("X-Groups", groups)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
