package dev.hyperterse.operator.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegistryPortTest {
    @AutoClose
    private final RegistryPort port = RegistryPort.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new ServerRegistry(RegistrySettings.of("com.example", ""), () -> Optional.of(List.of())));

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void pageOfAnyOriginReadsTheList() throws Exception {
        var answer = asked("GET", "/v0.1/servers?limit=5&search=");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).isEqualTo("{\"servers\":[],\"metadata\":{\"count\":0}}");
    }

    @ParameterizedTest
    @CsvSource({
        "OPTIONS, /v0.1/servers, 204",
        "GET, /v0.1/servers?limit=none, 400",
        "GET, /v0.1/servers/com.example%2Fa.b/versions/latest, 404",
        "GET, /metrics, 404",
        "POST, /v0.1/publish, 405",
        "DELETE, /v0.1/servers, 405",
    })
    void onlyReadingIsAnswered(String method, String path, int status) throws Exception {
        assertThat(asked(method, path).statusCode()).isEqualTo(status);
    }

    private HttpResponse<String> asked(String method, String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path))
                        .header("Origin", "https://clients.example")
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }
}
