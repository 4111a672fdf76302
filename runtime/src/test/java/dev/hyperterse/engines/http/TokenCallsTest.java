package dev.hyperterse.engines.http;

import static dev.hyperterse.testbed.RecordingApi.response;
import static dev.hyperterse.testbed.RecordingApi.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.catalog.server.adapter.ApiAuth.ClientAuthentication;
import dev.hyperterse.telemetry.logging.CapturedLog;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests with tokens of a token endpoint, which answers well, badly, or not at all. */
@Timeout(60)
class TokenCallsTest {
    private static final String JSON = "application/json";
    private static final String UNAVAILABLE = "unavailable: adapter db unavailable: ";
    private static final String BASIC = "Basic YXBwOnMzY3IzdCUyQm9mK3RoZSUyRmNsaWVudA==";

    @Test
    void tokenIsAskedForAsTheStandardsSayAndSentWithEachRequest() throws Exception {
        try (var tokens = TokenServer.start();
                var api = RecordingApi.start(RecordingApi.json("[1]"));
                var calls = HttpCalls.on(
                        api.url(),
                        tokens.auth(
                                ClientAuthentication.Basic,
                                List.of("orders.read", "orders.write"),
                                Optional.of("https://api.example.com"),
                                Optional.empty()),
                        TokenServer.values())) {
            assertThat(calls.run("GET /orders/<v>")).isEqualTo("[{\"value\":1}]");
            assertThat(calls.run("POST /orders")).isEqualTo("[{\"value\":1}]");
            assertThat(tokens.requests())
                    .containsExactly("POST /token HTTP/1.1\r\nhost: " + tokens.host()
                            + "\r\naccept-encoding: gzip\r\naccept: application/json"
                            + "\r\ncontent-type: application/x-www-form-urlencoded\r\nauthorization: " + BASIC
                            + "\r\ncontent-length: 99\r\n\r\n"
                            + "grant_type=client_credentials&scope=orders.read+orders.write"
                            + "&audience=https%3A%2F%2Fapi.example.com");
            assertThat(api.requests())
                    .hasSize(2)
                    .allMatch(request -> request.contains("\r\nauthorization: Bearer t0ken-1\r\n"));
            assertThat(calls.state()).isEqualTo("UP");
        }
    }

    @Test
    void secretIsPostedWhereTheClientSaysSo() throws Exception {
        try (var tokens = TokenServer.start();
                var api = RecordingApi.start(RecordingApi.json("[1]"));
                var calls = HttpCalls.on(
                        api.url(),
                        tokens.auth(
                                ClientAuthentication.Post,
                                List.of(),
                                Optional.empty(),
                                Optional.of("https://api.example.com/v1")),
                        TokenServer.values())) {
            assertThat(calls.run("GET /")).isEqualTo("[{\"value\":1}]");
            assertThat(tokens.requests().getFirst())
                    .doesNotContain("authorization")
                    .endsWith("\r\n\r\ngrant_type=client_credentials&resource=https%3A%2F%2Fapi.example.com%2Fv1"
                            + "&client_id=app&client_secret=s3cr3t%2Bof+the%2Fclient");
        }
    }

    @Test
    void fiftyCallsAtOnceFetchOneToken() throws Exception {
        try (var tokens = TokenServer.start();
                var api = RecordingApi.start(RecordingApi.json("[1]"));
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = IntStream.range(0, 50)
                    .mapToObj(_ -> threads.submit(() -> calls.run("GET /")))
                    .toList();
            for (Future<String> result : results) {
                assertThat(result.get()).isEqualTo("[{\"value\":1}]");
            }
            assertThat(tokens.requests()).hasSize(1);
            assertThat(api.requests()).hasSize(50);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET", "POST", "DELETE"})
    void requestIsSentOnceMoreWithAnotherTokenWhereTheApiRefusesTheFirst(String method) throws Exception {
        try (var tokens = TokenServer.start();
                var api = RecordingApi.start((request, socket) -> request.contains("Bearer t0ken-1\r")
                        ? response(socket, "401 Unauthorized", JSON, "{\"error\": \"expired\"}")
                        : response(socket, "200 OK", JSON, "[2]"));
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run(method + " /orders")).isEqualTo("[{\"value\":2}]");
            assertThat(api.requests()).hasSize(2);
            assertThat(tokens.requests()).hasSize(2);
            assertThat(calls.run(method + " /orders")).isEqualTo("[{\"value\":2}]");
            assertThat(api.requests()).hasSize(3);
        }
    }

    @Test
    void apiThatRefusesEachTokenGetsTwoAndItsWordsShowNeither() throws Exception {
        try (var tokens = TokenServer.start();
                var api = RecordingApi.start((request, socket) -> response(
                        socket,
                        "401 Unauthorized",
                        "text/plain",
                        "bad t0ken-1 or " + request.replaceAll("(?s).*authorization: (.*?)\r.*", "$1")));
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("POST /orders"))
                    .isEqualTo("execution: bad {{ the token of the adapter }} or Bearer {{ the token of the adapter }}"
                            + " (HTTP 401)");
            assertThat(api.requests()).hasSize(2);
            assertThat(tokens.requests()).hasSize(2);
        }
    }

    @Test
    void requestThatWasRedirectedMayHaveHadItsEffectAndIsNotRepeated() throws Exception {
        try (var tokens = TokenServer.start();
                var api = RecordingApi.start((request, socket) -> {
                    if (request.startsWith("GET")) {
                        return response(socket, "401 Unauthorized", JSON, "{}");
                    }
                    write(socket, "HTTP/1.1 303 See Other\r\nLocation: /done\r\nContent-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("POST /orders")).isEqualTo("execution: {} (HTTP 401)");
            assertThat(api.requests()).hasSize(2);
            assertThat(tokens.requests()).hasSize(1);
        }
    }

    @Test
    void tokenDoesNotFollowARedirectToAnotherOrigin() throws Exception {
        try (var tokens = TokenServer.start();
                var other = RecordingApi.start(RecordingApi.json("[1]"));
                var api = RecordingApi.start((_, socket) -> {
                    write(
                            socket,
                            "HTTP/1.1 307 Elsewhere\r\nLocation: %s/\r\nContent-Length: 0\r\n\r\n"
                                    .formatted(other.url()));
                    return true;
                });
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("GET /"))
                    .isEqualTo(
                            "execution: the API redirects to another address than that of the adapter, or too often");
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void secretDoesNotFollowARedirectOfTheTokenEndpoint() throws Exception {
        try (var other = RecordingApi.start(RecordingApi.json(TokenServer.token("t0ken", 3600)));
                var tokens = TokenServer.start((_, socket) -> {
                    write(
                            socket,
                            "HTTP/1.1 307 Elsewhere\r\nLocation: %s/\r\nContent-Length: 0\r\n\r\n"
                                    .formatted(other.url()));
                    return true;
                });
                var api = RecordingApi.start(RecordingApi.json("[1]"));
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("GET /"))
                    .isEqualTo(UNAVAILABLE + "the token endpoint redirects, which is not followed");
            assertThat(other.connections()).isZero();
            assertThat(api.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 Bad Request | {"error": "invalid_client", "error_description": "%s"} | the token endpoint refuses the client (invalid_client)
            500 Internal Server Error | %s | the token endpoint answers with HTTP 500
            200 OK | <html>%s</html> | the answer of the token endpoint is not JSON with an access_token
            200 OK | {"access_token": "%s"} | the token of the token endpoint is empty, too long, or has characters that no header may have
            """)
    void callsFailWithTheReasonAndWithoutTheSecret(String status, String body, String reason) throws Exception {
        var said = new ConcurrentLinkedQueue<String>();
        var log = new AtomicReference<String>();
        try (var tokens = TokenServer.start(
                        (_, socket) -> response(socket, status, JSON, body.formatted(TokenServer.SECRET)));
                var api = RecordingApi.start(RecordingApi.json("[1]"))) {
            log.set(CapturedLog.during(() -> {
                try (var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
                    said.add(calls.run("POST /orders"));
                    said.add(calls.run("POST /orders"));
                    assertThat(calls.state()).isEqualTo("DOWN " + reason);
                }
            }));
            assertThat(said).containsOnly(UNAVAILABLE + reason);
            assertThat(api.requests()).isEmpty();
        }
        assertThat(log.get())
                .contains("adapter_unavailable")
                .doesNotContain("s3cr3t")
                .doesNotContain(BASIC);
    }

    @Test
    void endlessAnswerEnds() throws Exception {
        try (var tokens = TokenServer.start((_, socket) -> {
                    write(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
                    while (!socket.isClosed()) {
                        write(socket, " ".repeat(4096));
                    }
                    return false;
                });
                var api = RecordingApi.start(RecordingApi.json("[1]"));
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("GET /"))
                    .isEqualTo(UNAVAILABLE + "the answer of the token endpoint is larger than 65536 bytes");
        }
    }

    @Test
    void answerThatDripsEndsWithTheConnectionTimeout() throws Exception {
        try (var tokens = TokenServer.start((_, socket) -> {
                    write(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
                    socket.setSoTimeout(10);
                    while (isSilent(socket)) {
                        write(socket, " ");
                    }
                    return false;
                });
                var api = RecordingApi.start(RecordingApi.json("[1]"));
                var calls = HttpCalls.waiting(500, api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("GET /")).isEqualTo(UNAVAILABLE + "the token endpoint does not answer in time");
        }
    }

    /** Whether the client has sent nothing more for a moment, and has not gone. */
    private static boolean isSilent(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException silence) {
            return true;
        }
    }

    @Test
    void tokenEndpointThatIsAwayOrNotTrustedIsNamed() throws Exception {
        try (var authority = CertificateAuthority.create("test")) {
            var identity = authority.issue("server", "ip:127.0.0.1");
            var context = PemContext.of(
                    false, Optional.empty(), Optional.of(identity.certificate()), Optional.of(identity.key()));
            try (var tokens = RecordingApi.start(
                            context.getServerSocketFactory(), RecordingApi.json(TokenServer.token("t0ken", 3600)));
                    var api = RecordingApi.start(RecordingApi.json("[1]"))) {
                var url = "https://127.0.0.1:" + tokens.port() + "/token";
                try (var calls = HttpCalls.on(
                        api.url(),
                        TokenServer.at(url, Optional.of("ca")),
                        TokenServer.values(TokenServer.SECRET, authority.certificate()))) {
                    assertThat(calls.run("GET /")).isEqualTo("[{\"value\":1}]");
                }
                try (var calls = HttpCalls.on(api.url(), TokenServer.at(url, Optional.empty()), TokenServer.values())) {
                    assertThat(calls.run("GET /"))
                            .isEqualTo(UNAVAILABLE
                                    + "the certificate of the token endpoint is not trusted, or is for another name");
                }
                tokens.stopListening();
                try (var calls = HttpCalls.on(api.url(), TokenServer.at(url, Optional.empty()), TokenServer.values())) {
                    assertThat(calls.run("GET /"))
                            .isEqualTo(UNAVAILABLE + "nothing answers at the address of the token endpoint");
                }
            }
        }
    }

    @Test
    void newSecretServesOnceItGivesATokenAndTheFormerOneUntilThen() throws Exception {
        var accepted = new AtomicReference<>("first");
        try (var tokens = TokenServer.start((request, socket) -> {
                    var secret = request.substring(request.lastIndexOf('=') + 1);
                    return secret.equals("first") || secret.equals(accepted.get())
                            ? response(socket, "200 OK", JSON, TokenServer.token("token-of-" + secret, 3600))
                            : response(socket, "401 No", JSON, "{\"error\": \"invalid_client\"}");
                });
                var api = RecordingApi.start((request, socket) -> response(
                        socket,
                        "200 OK",
                        JSON,
                        "[\"%s\"]".formatted(request.replaceAll("(?s).*Bearer token-of-(.*?)\r.*", "$1"))))) {
            var auth = tokens.auth(ClientAuthentication.Post, List.of(), Optional.empty(), Optional.empty());
            try (var calls = HttpCalls.on(api.url(), auth, TokenServer.values("first"))) {
                assertThat(calls.run("GET /")).isEqualTo("[{\"value\":\"first\"}]");
                calls.become(api.url(), auth, TokenServer.values("second"));
                while (!calls.state()
                        .equals("UP the new settings do not work: the token endpoint refuses the client"
                                + " (invalid_client)")) {
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(calls.run("GET /")).isEqualTo("[{\"value\":\"first\"}]");
                accepted.set("second");
                while (!calls.run("GET /").equals("[{\"value\":\"second\"}]")) {
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(calls.state()).isEqualTo("UP");
            }
        }
    }
}
