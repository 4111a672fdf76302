package dev.hyperterse.engines.http;

import static dev.hyperterse.testbed.RecordingApi.response;
import static dev.hyperterse.testbed.RecordingApi.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.tls.PemContext;
import dev.hyperterse.catalog.request.ResponseRules;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of tools on a real HTTP server, which answers well, badly, late, or not at all. */
@Timeout(60)
class HttpCallsTest {
    private static final String JSON = "application/json";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"id": 1, "a": {"b": [1, 2.50, true, null, "x\\u0041"]}} | [{"id":1,"a":{"b":[1,2.50,true,null,"xA"]}}]
            [{"id": 1}, {"id": 2}]                                   | [{"id":1},{"id":2}]
            [1, "a", [2, {"b": 3}]]                                  | [{"value":1},{"value":"a"},{"value":[2,{"b":3}]}]
            12345678901234567890.10                                  | [{"value":12345678901234567890.10}]
            "text"                                                   | [{"value":"text"}]
            []                                                       | []
            {}                                                       | [{}]
            """)
    void rowsAreWhatTheResponseHolds(String body, String rows) throws Exception {
        try (var api = RecordingApi.start(RecordingApi.json(body));
                var calls = HttpCalls.on(api.url() + "/v1")) {
            assertThat(calls.run("GET /orders/<v>")).isEqualTo(rows);
            assertThat(api.take())
                    .isEqualTo("GET /v1/orders/7 HTTP/1.1\r\nhost: 127.0.0.1:" + api.port()
                            + "\r\naccept-encoding: gzip\r\naccept: application/json\r\nauthorization: "
                            + HttpCalls.TOKEN
                            + "\r\n\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            data,items | [{"id":1},{"id":2}]
            data,items,1 | [{"id":2}]
            data,items,1,id | [{"value":2}]
            data,none | result: the response of the API has nothing at /data/none
            data,items,2 | result: the response of the API has nothing at /data/items/2
            data,items,1,id,x | result: the response of the API has nothing at /data/items/1/id/x
            """)
    void aPointerLeadsToAPart(String pointer, String result) throws Exception {
        try (var api = RecordingApi.start(RecordingApi.json(
                        "{\"x\": {\"items\": [0]}, \"data\": {\"items\": [{\"id\":1}, {\"id\":2}], \"n\": 2}}"));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /", new ResponseRules(ResponseRules.Format.Json, List.of(pointer.split(",")))))
                    .isEqualTo(result);
        }
    }

    @Test
    void textIsOneValueAndNothingIsTheStatus() throws Exception {
        var text = new ResponseRules(ResponseRules.Format.Text, List.of());
        try (var api = RecordingApi.start((request, socket) -> request.startsWith("GET")
                        ? response(socket, "200 OK", "text/plain; charset=iso-8859-1", "a\n\"b\"")
                        : response(socket, "204 No Content", JSON, ""));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /", text)).isEqualTo("[{\"value\":\"a\\n\\\"b\\\"\"}]");
            assertThat(calls.run("DELETE /orders/1")).isEqualTo("[{\"status\":204}]");
        }
    }

    @Test
    void limitsOfRowsHold() throws Exception {
        try (var api = RecordingApi.start(RecordingApi.json("[1,2,3]"));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /", rules(Optional.of(2), ResultRules.Overflow.Fail, RowShape.Rows)))
                    .isEqualTo("result: the result has more than 2 rows; the tool allows 2, its adapter 100");
            assertThat(calls.run("GET /", rules(Optional.of(2), ResultRules.Overflow.Truncate, RowShape.Rows)))
                    .startsWith("[{\"value\":1},{\"value\":2}]");
        }
    }

    private static ResultRules rules(Optional<Integer> most, ResultRules.Overflow overflow, RowShape shape) {
        return new ResultRules(most, overflow, RowFormat.Rows, shape, Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            404 Not Found | application/json | {"error": "no such order"} | {"error": "no such order"} (HTTP 404)
            401 Unauthorized | application/json | {"sent": "%s", "to": "127.0.0.1"} | {"sent": "{{ header authorization }}", "to": "{{ the host of the adapter }}"} (HTTP 401)
            400 Bad Request | text/plain | t0ken-of-the-adapter is bad | {{ header authorization }} is bad (HTTP 400)
            500 Internal Server Error | text/html | <h1>stack</h1> | Internal Server Error (HTTP 500)
            304 Not Modified | application/json | '' | Not Modified (HTTP 304)
            """)
    void anErrorHasItsStatusAndNothingSecret(String status, String type, String body, String message) throws Exception {
        try (var api = RecordingApi.start(
                        (_, socket) -> response(socket, status, type, body.formatted(HttpCalls.TOKEN)));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("POST /orders")).isEqualTo("execution: " + message);
            assertThat(calls.state()).isEqualTo("UP");
        }
    }

    @Test
    void aLongErrorIsShortened() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> response(socket, "400 No", JSON, "x".repeat(100_000)));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).hasSizeLessThan(600).endsWith("x (HTTP 400)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html></html>", "{\"a\": 1", "{} {}", "nul", "{\"a\": \"\u0001\"}", " "})
    void whatIsNotJsonIsRefused(String body) throws Exception {
        try (var api = RecordingApi.start((_, socket) -> response(socket, "200 OK", "text/html; charset=utf-8", body));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /"))
                    .isEqualTo("execution: the response of the API is not JSON; its content type is text/html");
        }
    }

    /** Others took its connection while it paused. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    void callWithoutASecondConnectionSaysThatTheApiAnswers(String method) throws Exception {
        var waiting = new AtomicReference<IntSupplier>(() -> 0);
        var taken = new AtomicInteger();
        var over = new CountDownLatch(1);
        try (var api = RecordingApi.start((request, socket) -> {
                    if (request.contains(" /others ")) {
                        taken.incrementAndGet();
                        over.await();
                        return response(socket, "200 OK", "application/json", "[1]");
                    }
                    while (waiting.get().getAsInt() == 0) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    write(socket, "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = HttpCalls.on(api.url());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            waiting.set(
                    () -> calls.calls().adapters().waiting().values().iterator().next());
            var first = threads.submit(() -> calls.failure(
                    method + " /first",
                    Principal.ANONYMOUS,
                    "",
                    () -> taken.get() == HttpCalls.CONNECTIONS && waiting.get().getAsInt() == 1));
            while (api.requests().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            for (var other = 0; other < HttpCalls.CONNECTIONS; other++) {
                threads.submit(() -> calls.run("GET /others"));
            }
            var failed = first.get();
            over.countDown();
            assertThat(failed)
                    .matches(failure -> failure instanceof NotSent unsent && unsent.wasAnswered())
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.TIMEOUT);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET, 3", "HEAD, 3", "PUT, 3", "DELETE, 3", "POST, 1", "PATCH, 1"})
    void onlyIdempotentRequestsAreSentAgain(String method, int requests) throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    write(socket, "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run(method + " /orders")).isEqualTo("execution: Busy (HTTP 503, try again after 1 s)");
            assertThat(api.requests()).hasSize(requests);
        }
    }

    @Test
    void aRequestIsSentAgainWhenTheApiSays() throws Exception {
        var answers = new AtomicInteger();
        try (var api = RecordingApi.start((_, socket) -> {
                    if (answers.getAndIncrement() == 0) {
                        write(socket, "HTTP/1.1 429 Slow down\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n");
                        return true;
                    }
                    return response(socket, "200 OK", JSON, "[1]");
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).isEqualTo("[{\"value\":1}]");
            assertThat(api.requests()).hasSize(2);
        }
    }

    /** Other calls use the adapter meanwhile: the pause of a call that waits is not one of all. */
    @Test
    void callsThatPauseLeaveTheConnectionsToOthers() throws Exception {
        var answered = new CountDownLatch(HttpCalls.CONNECTIONS);
        try (var api = RecordingApi.start((request, socket) -> {
                    if (request.startsWith("GET /free ")) {
                        return response(socket, "200 OK", JSON, "[1]");
                    }
                    write(socket, "HTTP/1.1 429 Slow down\r\nRetry-After: 300\r\nContent-Length: 0\r\n\r\n");
                    answered.countDown();
                    return true;
                });
                var calls = HttpCalls.on(api.url(), 600_000, Map.of());
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var scope = CallScope.open(calls.calls().deadlines(), 600_000)) {
            var pausing = Stream.generate(() -> threads.submit(() -> calls.run("PUT /busy", scope)))
                    .limit(HttpCalls.CONNECTIONS)
                    .toList();
            answered.await();
            assertThat(calls.run("GET /free")).isEqualTo("[{\"value\":1}]");
            scope.end(CallScope.End.CLIENT);
            for (var call : pausing) {
                assertThat(call.get())
                        .isEqualTo("cancelled: the call was cancelled; whether the request took effect is unknown");
            }
        }
    }

    @Test
    void aPauseBeyondTheDeadlineIsNotWaitedFor() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    write(socket, "HTTP/1.1 429 Slow down\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).isEqualTo("execution: Slow down (HTTP 429, try again after 3600 s)");
            assertThat(api.requests()).hasSize(1);
        }
    }

    @Test
    void aLostConnectionSaysWhatBecameOfAWrite() throws Exception {
        try (var api = RecordingApi.start((_, _) -> false);
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("POST /orders"))
                    .isEqualTo("execution: the connection of adapter db was lost while the request ran; whether the"
                            + " request took effect is unknown");
            assertThat(api.requests()).hasSize(1);
            assertThat(calls.run("GET /orders"))
                    .isEqualTo("execution: the connection of adapter db was lost while the request ran");
            assertThat(api.requests()).hasSize(4);
        }
    }

    /** A gateway may have lost the answer of an API that did what it was asked for. */
    @ParameterizedTest
    @CsvSource({"POST, 502, true", "POST, 504, true", "PUT, 504, true", "POST, 500, false", "GET, 504, false"})
    void anErrorOfAGatewaySaysWhatBecameOfAWrite(String method, int status, boolean unknown) throws Exception {
        try (var api = RecordingApi.start((_, socket) -> response(socket, status + " Oops", "text/html", "<html>"));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run(method + " /orders"))
                    .isEqualTo("execution: Oops (HTTP %d%s)"
                            .formatted(status, unknown ? "; whether the request took effect is unknown" : ""));
        }
    }

    /** The first request may have deleted what the second one does not find. */
    @ParameterizedTest
    @CsvSource({
        "DELETE, '', '; whether the request took effect is unknown'",
        "DELETE, HTTP/1.1 504 Late, '; whether the request took effect is unknown'",
        "DELETE, HTTP/1.1 503 Busy, ''",
        "GET, '', ''"
    })
    void anErrorBehindALostAnswerSaysWhatBecameOfAWrite(String method, String first, String effect) throws Exception {
        var requests = new AtomicInteger();
        try (var api = RecordingApi.start((_, socket) -> {
                    if (requests.getAndIncrement() > 0) {
                        return response(socket, "404 Not Found", "text/html", "");
                    }
                    write(socket, first.isEmpty() ? "" : first + "\r\nContent-Length: 0\r\n\r\n");
                    return !first.isEmpty();
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run(method + " /orders")).isEqualTo("execution: Not Found (HTTP 404%s)".formatted(effect));
            assertThat(api.requests()).hasSize(2);
        }
    }

    @Test
    void aWriteIsNotSentOverAConnectionThatTheApiHasClosed() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    response(socket, "200 OK", JSON, "{}");
                    return false;
                });
                var calls = HttpCalls.on(api.url())) {
            for (var call = 1; call <= 5; call++) {
                var before = api.endedConnections();
                assertThat(calls.run("POST /orders")).isEqualTo("[{}]");
                TestEndpoint.await("the end of the connection", () -> api.endedConnections() > before);
            }
            assertThat(api.requests()).hasSize(5);
        }
    }

    @Test
    void aSlowResponseEndsWithTheTimeoutOfTheAdapter() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    socket.getInputStream().read();
                    return false;
                });
                var calls = HttpCalls.on(api.url(), 300, Map.of())) {
            assertThat(calls.run("GET /")).startsWith("timeout: the call took too long and was cancelled");
            String written;
            do {
                // A call that is held up until its deadline has passed sends nothing.
                written = calls.run("POST /");
            } while (api.requests().stream().noneMatch(request -> request.startsWith("POST")));
            assertThat(written)
                    .startsWith("timeout: the call took too long")
                    .endsWith("whether the request took effect is unknown");
        }
    }

    @Test
    void anEndlessOrHugeResponseEndsAtTheLimit() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    write(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[");
                    while (true) {
                        write(socket, "1,".repeat(10_000));
                    }
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).isEqualTo("result: the response of the API is larger than 1048576 bytes");
            assertThat(calls.run("POST /")).endsWith("bytes; whether the request took effect is unknown");
            assertThat(calls.calls().budget().used()).isZero();
        }
    }

    @Test
    void whatIsNotHttpIsRefused() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    write(socket, "SSH-2.0-OpenSSH\r\n");
                    return false;
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).isEqualTo("execution: the response of the API is not one of HTTP");
        }
    }

    @Test
    void aCancelledCallClosesItsConnection() throws Exception {
        var arrived = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        try (var api = RecordingApi.start((_, socket) -> {
                    arrived.countDown();
                    if (socket.getInputStream().read() < 0) {
                        closed.countDown();
                    }
                    return false;
                });
                var calls = HttpCalls.on(api.url());
                var scope = CallScope.open(calls.calls().deadlines(), 20_000)) {
            var canceller = Thread.ofVirtual().start(() -> {
                try {
                    arrived.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                scope.end(CallScope.End.CLIENT);
            });
            assertThat(calls.run("GET /", scope)).isEqualTo("cancelled: the call was cancelled");
            closed.await();
            canceller.join();
        }
    }

    @Test
    void aRedirectIsFollowedBelowTheUrlOnly() throws Exception {
        try (var other = RecordingApi.start(RecordingApi.json("{}"));
                var api = RecordingApi.start((request, socket) -> {
                    var target = request.split(" ")[1];
                    return switch (target) {
                        case "/v1/here" -> redirect(socket, "/v1/there");
                        case "/v1/there" -> response(socket, "200 OK", JSON, "{\"there\":true}");
                        case "/v1/host" -> redirect(socket, other.url() + "/v1/there");
                        case "/v1/path" -> redirect(socket, "/v2/there");
                        case "/v1/scheme" -> redirect(socket, "file:///etc/passwd");
                        default -> redirect(socket, target);
                    };
                });
                var calls = HttpCalls.on(api.url() + "/v1")) {
            assertThat(calls.run("GET /here")).isEqualTo("[{\"there\":true}]");
            for (var path : List.of("/host", "/path", "/scheme", "/loop")) {
                assertThat(calls.run("GET " + path))
                        .isEqualTo(
                                "execution: the API redirects to another address than that of the adapter, or too often");
            }
            assertThat(other.requests()).isEmpty();
        }
    }

    private static boolean redirect(Socket socket, String location) throws IOException {
        write(socket, "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
        return true;
    }

    /** The API has got the request, and may have done what it asks for. */
    @Test
    void aRedirectedWriteSaysThatItMayHaveTakenEffect() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> redirect(socket, "/elsewhere/"));
                var calls = HttpCalls.on(api.url() + "/v1")) {
            assertThat(calls.run("POST /orders")).endsWith("; whether the request took effect is unknown");
        }
    }

    /** The API has got the POST; what its redirect leads to cannot be reached. */
    @Test
    void aWriteThatIsRedirectedToNothingSaysThatItMayHaveTakenEffect() throws Exception {
        var started = new CompletableFuture<RecordingApi>();
        try (var api = RecordingApi.start((_, socket) -> {
                    started.join().stopListening();
                    write(
                            socket,
                            "HTTP/1.1 303 See Other\r\nLocation: /orders/1\r\nConnection: close\r\n"
                                    + "Content-Length: 0\r\n\r\n");
                    return false;
                });
                var calls = HttpCalls.on(api.url())) {
            started.complete(api);
            assertThat(calls.run("POST /orders"))
                    .isEqualTo("execution: adapter db unavailable; whether the request took effect is unknown");
        }
    }

    @Test
    void aDateInAFarFutureIsNoPause() throws Exception {
        try (var api = RecordingApi.start((_, socket) -> {
                    write(
                            socket,
                            "HTTP/1.1 503 Down\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n"
                                    + "Content-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).contains("HTTP 503");
            assertThat(api.requests()).hasSize(1);
        }
    }

    @Test
    void aSecretIsHiddenWhereTheMessageIsCut() throws Exception {
        var words = "x".repeat(2_000 - HttpCalls.TOKEN.length() / 2) + HttpCalls.TOKEN;
        try (var api = RecordingApi.start((_, socket) -> response(socket, "400 Bad Request", JSON, words));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /"))
                    .contains("xxx")
                    .doesNotContain(HttpCalls.TOKEN.substring(0, HttpCalls.TOKEN.length() / 2));
        }
    }

    /** White space is not shown, so that a caller can fill with it what is read of a message. */
    @Test
    void aSecretIsHiddenBehindWhiteSpaceWhereTheBodyIsCut() throws Exception {
        var words = " ".repeat(64 * 1024 - HttpCalls.TOKEN.length() / 2) + HttpCalls.TOKEN;
        try (var api = RecordingApi.start((_, socket) -> response(socket, "400 Bad Request", JSON, words));
                var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).doesNotContain(HttpCalls.TOKEN.substring(0, HttpCalls.TOKEN.length() / 2));
        }
    }

    @Test
    void certificatesAreVerifiedForTheHost() throws Exception {
        try (var authority = CertificateAuthority.create("test");
                var stranger = CertificateAuthority.create("stranger")) {
            var identity = authority.issue("server", "ip:127.0.0.1");
            var context = PemContext.of(
                    false, Optional.empty(), Optional.of(identity.certificate()), Optional.of(identity.key()));
            try (var api = RecordingApi.start(context.getServerSocketFactory(), RecordingApi.json("[1]"))) {
                var url = "https://127.0.0.1:" + api.port();
                try (var calls = HttpCalls.on(url, 10_000, HttpCalls.trusting(authority.certificate()))) {
                    assertThat(calls.run("GET /")).isEqualTo("[{\"value\":1}]");
                }
                try (var calls = HttpCalls.on(url, 10_000, HttpCalls.trusting(stranger.certificate()))) {
                    assertThat(calls.run("GET /")).isEqualTo("unavailable: adapter db unavailable");
                    assertThat(calls.state())
                            .isEqualTo("DOWN the certificate of the API is not trusted, or is for another name");
                }
            }
        }
    }

    @Test
    void anApiThatIsGoneIsDownUntilItComesBack() throws Exception {
        var api = RecordingApi.start(RecordingApi.json("[1]"));
        api.close();
        try (var calls = HttpCalls.on(api.url())) {
            assertThat(calls.run("GET /")).isEqualTo("unavailable: adapter db unavailable");
            assertThat(calls.state()).isEqualTo("DOWN nothing answers at the address of the API");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://0.0.0.0:9", "http://[::1]:9", "http://name.invalid"})
    void aHostIsNeverNamed(String url) {
        try (var calls = HttpCalls.on(url)) {
            assertThat(calls.run("GET /")).isEqualTo("unavailable: adapter db unavailable");
            assertThat(calls.state()).startsWith("DOWN ").doesNotContain("0.0.0.0", "::1", "name.invalid");
        }
    }
}
