package dev.hyperterse.cli.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that APIs publish, and what else may be at their URLs. */
@Timeout(60)
class FetchedDocumentTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(50);

    private static FetchedDocument at(RecordingApi api, Duration timeout) {
        return new FetchedDocument(
                URI.create(api.url() + "/v1/openapi.json?format=json"), Map.of("X-Api-Key", "s3cret"), timeout);
    }

    private static boolean found(Socket socket, String location) throws IOException {
        RecordingApi.write(socket, "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 2\r\n\r\n{}");
        return true;
    }

    @Test
    void textIsThatOfTheApi() throws Exception {
        try (var api = RecordingApi.start(RecordingApi.json("\uFEFF{\"openapi\": \"3.1.0\", \"x\": \"ü\"}\r\n"))) {
            assertThat(at(api, LONG).text()).isEqualTo("{\"openapi\": \"3.1.0\", \"x\": \"ü\"}\r\n");
            assertThat(api.take())
                    .startsWith("GET /v1/openapi.json?format=json HTTP/1.1\r\n")
                    .contains("x-api-key: s3cret\r\n", "accept: " + PublishedDocument.ACCEPT);
        }
    }

    /** A redirect could lead into the network of this machine, and take credentials elsewhere. */
    @ParameterizedTest
    @ValueSource(
            strings = {"http://169.254.169.254/latest", "http://localhost:1/x", "/v1/other.json", "file:///etc/passwd"})
    void redirectIsNamedAndNotFollowed(String location) throws Exception {
        try (var api = RecordingApi.start((_, socket) -> found(socket, location))) {
            assertThatThrownBy(() -> at(api, LONG).text())
                    .isInstanceOf(CallFailure.class)
                    .hasMessage("it is at " + location + "; import that URL, if you trust it");
            assertThat(api.requests()).hasSize(1);
        }
    }

    @Test
    void redirectHidesNothingOfItsLine() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> found(socket, "/a\u0085\u202eb"))) {
            assertThatThrownBy(() -> at(api, LONG).text())
                    .satisfies(it -> assertThat(it.getMessage().codePoints().filter(Character::isISOControl))
                            .isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"404 Not Found", "401 Unauthorized", "500 Oops", "304 Not Modified"})
    void errorsAreNoDocuments(String status) throws Exception {
        try (var api = RecordingApi.start((_, socket) -> RecordingApi.response(socket, status, "text/plain", ""))) {
            assertThatThrownBy(() -> at(api, LONG).text())
                    .hasMessage("the API answers with HTTP " + status.substring(0, 3));
        }
    }

    @Test
    void silentServerIsLeftAtTheDeadline() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> socket.getInputStream().read() >= 0)) {
            assertThatThrownBy(() -> at(api, SHORT).text()).hasMessageContaining("took too long");
            while (api.endedConnections() < 1) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void slowServerIsLeftAtTheDeadline() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
            RecordingApi.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2147483647\r\n\r\n");
            while (socket.isConnected()) {
                RecordingApi.write(socket, " ");
            }
            return false;
        })) {
            assertThatThrownBy(() -> at(api, SHORT).text()).hasMessageContaining("took too long");
            while (api.endedConnections() < 1) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void largeDocumentIsNotReadToItsEnd() throws Exception {
        var piece = " ".repeat(1 << 16);
        try (var api = RecordingApi.start((_, socket) -> {
            RecordingApi.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
            while (socket.isConnected()) {
                RecordingApi.write(socket, piece);
            }
            return false;
        })) {
            assertThatThrownBy(() -> at(api, LONG).text()).hasMessage("it has more than 16 MiB");
            while (api.endedConnections() < 1) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void binaryIsNoDocument() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\u00ff\u00fe"
                            .getBytes(StandardCharsets.ISO_8859_1));
            return true;
        })) {
            assertThatThrownBy(() -> at(api, LONG).text()).hasMessage("it is no text in UTF-8");
        }
    }

    @Test
    void lostConnectionIsNoDocument() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
            RecordingApi.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{");
            return false;
        })) {
            assertThatThrownBy(() -> at(api, LONG).text())
                    .hasMessage("the connection was lost, or the response is not one of HTTP");
        }
    }
}
