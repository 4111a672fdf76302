package dev.hyperterse.engines.http;

import static dev.hyperterse.testbed.RecordingApi.response;
import static dev.hyperterse.testbed.RecordingApi.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.testbed.RecordingApi;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests with a token for their caller, which its own was exchanged for. */
@Timeout(60)
class ExchangedTokensTest {
    private static final String JSON = "application/json";
    private static final String WHO = "[\"%s\"]";

    /** Gives {@code for-X} for the token X, and says to the API's caller which one came. */
    private static TokenServer exchange() throws Exception {
        return TokenServer.start((request, socket) -> {
            var subject = request.replaceAll("(?s).*subject_token=([^&]*).*", "$1");
            return subject.startsWith("bad")
                    ? response(socket, "400 No", JSON, "{\"error\": \"invalid_grant\"}")
                    : response(socket, "200 OK", JSON, TokenServer.token("for-" + subject, 3600));
        });
    }

    private static RecordingApi api() throws Exception {
        return RecordingApi.start((request, socket) ->
                response(socket, "200 OK", JSON, WHO.formatted(request.replaceAll("(?s).*Bearer (.*?)\r.*", "$1"))));
    }

    private static Principal caller(String name) {
        return caller("login", name, Map.of());
    }

    private static Principal caller(String plugin, String name, Map<String, JsonNode> claims) {
        return new Principal(Optional.of(plugin), Optional.of(name), Set.of(), Set.of(), claims);
    }

    @Test
    void eachCallerHasATokenOfItsOwnWhichIsKept() throws Exception {
        try (var tokens = exchange();
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            for (var round = 0; round < 2; round++) {
                assertThat(calls.run("GET /orders", caller("alice"), "Bearer alice-1"))
                        .isEqualTo("[{\"value\":\"for-alice-1\"}]");
                assertThat(calls.run("GET /orders", caller("bob"), "bearer  bob-1"))
                        .isEqualTo("[{\"value\":\"for-bob-1\"}]");
            }
            assertThat(calls.run("GET /orders", caller("alice"), "Bearer alice-2"))
                    .isEqualTo("[{\"value\":\"for-alice-2\"}]");
            assertThat(tokens.requests()).hasSize(3);
            assertThat(tokens.requests().getFirst())
                    .contains("\r\nauthorization: Basic ")
                    .endsWith("\r\n\r\ngrant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
                            + "&scope=orders.read&audience=orders&subject_token=alice-1"
                            + "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token");
        }
    }

    /** A check has no caller. */
    @Test
    void documentIsNotComparedInTheNameOfCallers() throws Exception {
        var document = new PublishedDocument("/openapi.json", Optional.empty());
        try (var tokens = exchange();
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.isChecked(document)).isFalse();
        }
    }

    /** Only a token that the server has verified is exchanged. */
    @ParameterizedTest
    @CsvSource({"keys, alice, Bearer alice-1", "login, alice, Basic YWxpY2U6MQ==", "'', '', Bearer alice-1"})
    void callersWithoutAVerifiedTokenAreRefused(String plugin, String name, String authorization) throws Exception {
        try (var tokens = exchange();
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            var caller = plugin.isEmpty() ? Principal.ANONYMOUS : caller(plugin, name, Map.of());
            assertThat(calls.run("GET /orders", caller, authorization))
                    .isEqualTo("execution: adapter db exchanges the token of its caller, and this caller has none:"
                            + " call with a bearer token that login verifies");
            assertThat(tokens.requests()).isEmpty();
            assertThat(api.requests()).isEmpty();
        }
    }

    @Test
    void tokensThatAreBoundToAKeyAreNotExchanged() throws Exception {
        var bound = Map.of("cnf", JsonMapper.shared().readTree("{\"jkt\": \"thumbprint\"}"));
        try (var tokens = exchange();
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.run("GET /orders", caller("login", "alice", bound), "Bearer alice-1"))
                    .startsWith("execution: adapter db exchanges the token of its caller, and this caller has none");
            assertThat(tokens.requests()).isEmpty();
        }
    }

    @Test
    void aTokenThatIsRefusedConcernsItsCallerAlone() throws Exception {
        try (var tokens = exchange();
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.run("POST /orders", caller("mallory"), "Bearer bad-1"))
                    .isEqualTo("execution: adapter db has no token for this caller: the token endpoint refuses the"
                            + " client (invalid_grant)");
            assertThat(calls.run("POST /orders", caller("alice"), "Bearer alice-1"))
                    .isEqualTo("[{\"value\":\"for-alice-1\"}]");
            assertThat(api.requests()).hasSize(1);
            assertThat(calls.state()).isEqualTo("UP");
        }
    }

    /** The circuit of the API neither opens nor closes by it. */
    @Test
    void callWithoutATokenSaysNothingOfTheApi() throws Exception {
        try (var tokens = exchange();
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.failure("GET /orders", caller("mallory"), "Bearer bad-1", () -> false))
                    .isInstanceOf(NotSent.class)
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.EXECUTION);
            assertThat(api.requests()).isEmpty();
        }
    }

    @Test
    void callThatEndsWhileItWaitsForATokenSaysNothingOfTheApi() throws Exception {
        try (var tokens = TokenServer.start((_, _) -> {
                    new CountDownLatch(1).await();
                    return false;
                });
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.failure("GET /orders", caller("alice"), "Bearer alice-1", () -> !tokens.requests()
                            .isEmpty()))
                    .isInstanceOf(NotSent.class)
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.TIMEOUT);
            assertThat(api.requests()).isEmpty();
        }
    }

    /** It refuses a token, or is busy for a moment, and then there is no other token. */
    @ParameterizedTest
    @CsvSource({"GET, 401 No", "POST, 401 No", "GET, 503 Busy", "PUT, 503 Busy"})
    void callWithoutASecondTokenSaysThatTheApiAnswers(String method, String status) throws Exception {
        var given = new AtomicBoolean();
        try (var tokens = TokenServer.start((_, socket) -> given.getAndSet(true)
                        ? response(socket, "400 No", JSON, "{\"error\": \"invalid_grant\"}")
                        : response(socket, "200 OK", JSON, TokenServer.token("t0ken", 0)));
                var api = RecordingApi.start((_, socket) -> {
                    write(socket, "HTTP/1.1 %s\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n".formatted(status));
                    return true;
                });
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.failure(method + " /orders", caller("alice"), "Bearer alice-1", () -> false))
                    .matches(failure -> failure instanceof NotSent unsent && unsent.wasAnswered())
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.EXECUTION);
            assertThat(api.requests()).hasSize(1);
        }
    }

    @Test
    void callThatEndsWhileItWaitsForASecondTokenSaysThatTheApiAnswers() throws Exception {
        var given = new AtomicBoolean();
        try (var tokens = TokenServer.start((_, socket) -> {
                    if (given.getAndSet(true)) {
                        new CountDownLatch(1).await();
                    }
                    return response(socket, "200 OK", JSON, TokenServer.token("t0ken", 3600));
                });
                var api = RecordingApi.start((_, socket) -> response(socket, "401 No", JSON, "{}"));
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.failure(
                            "GET /orders",
                            caller("alice"),
                            "Bearer alice-1",
                            () -> tokens.requests().size() == 2))
                    .matches(failure -> failure instanceof NotSent unsent && unsent.wasAnswered())
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.TIMEOUT);
        }
    }

    @Test
    void wordsOfTheApiShowNeitherToken() throws Exception {
        try (var tokens = exchange();
                var api = RecordingApi.start((request, socket) -> response(
                        socket,
                        "403 No",
                        "text/plain",
                        "alice-1 was exchanged for " + request.replaceAll("(?s).*Bearer (.*?)\r.*", "$1")));
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.run("GET /orders", caller("alice"), "Bearer alice-1"))
                    .isEqualTo("execution: {{ the token of the caller }} was exchanged for"
                            + " {{ the token for the caller }} (HTTP 403)");
        }
    }

    @Test
    void anAdapterThatBeginsToExchangeIsAnotherOneForCallsAndTools() throws Exception {
        try (var tokens = exchange();
                var api = api();
                var calls = HttpCalls.on(api.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("GET /orders", caller("alice"), "Bearer alice-1"))
                    .isNotEqualTo("[{\"value\":\"for-alice-1\"}]");
            calls.become(api.url(), tokens.exchanging("login"), TokenServer.values());
            assertThat(calls.run("GET /orders", caller("alice"), "Bearer alice-1"))
                    .isEqualTo("[{\"value\":\"for-alice-1\"}]");
        }
    }

    @Test
    void aTokenThatTheApiRefusesIsExchangedOnceMore() throws Exception {
        var number = new AtomicInteger();
        try (var tokens = TokenServer.start((_, socket) -> response(
                        socket, "200 OK", JSON, TokenServer.token("t0ken-" + number.incrementAndGet(), 3600)));
                var api = RecordingApi.start((request, socket) -> request.contains("Bearer t0ken-1\r")
                        ? response(socket, "401 Unauthorized", JSON, "{}")
                        : response(socket, "200 OK", JSON, "[2]"));
                var calls = HttpCalls.on(api.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.run("POST /orders", caller("alice"), "Bearer alice-1"))
                    .isEqualTo("[{\"value\":2}]");
            assertThat(tokens.requests()).hasSize(2);
        }
    }
}
