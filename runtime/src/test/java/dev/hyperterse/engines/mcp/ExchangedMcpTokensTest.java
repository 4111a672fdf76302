package dev.hyperterse.engines.mcp;

import static dev.hyperterse.testbed.RecordingApi.response;
import static dev.hyperterse.testbed.RecordingApi.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.engines.http.TokenServer;
import dev.hyperterse.engines.mcp.McpCalls.With;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of another server with a token for their caller, which its own was exchanged for. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExchangedMcpTokensTest {
    /** Gives {@code for-X} for the token X. */
    private static TokenServer exchange() throws Exception {
        return TokenServer.start((request, socket) -> {
            var subject = request.replaceAll("(?s).*subject_token=([^&]*).*", "$1");
            return subject.startsWith("bad")
                    ? response(socket, "400 No", FakeMcp.JSON, "{\"error\": \"invalid_grant\"}")
                    : response(socket, "200 OK", FakeMcp.JSON, TokenServer.token("for-" + subject, 3600));
        });
    }

    /** Says to its caller which token came, and in which session. */
    private static FakeMcp server(boolean modern) throws Exception {
        FakeMcp.Calls answer =
                (call, socket) -> FakeMcp.ok(socket, FakeMcp.JSON, FakeMcp.reply(call, text(seen(call))));
        return modern ? FakeMcp.modern(answer) : FakeMcp.withSessions(answer);
    }

    private static String seen(FakeMcp.Received call) {
        return (call.header("authorization").replace("Bearer ", "") + " " + call.header("mcp-session-id")).strip();
    }

    private static String text(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}".formatted(text);
    }

    private static String shown(String text) {
        return "\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]".formatted(text);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachCallerHasATokenAndASessionOfItsOwnWhichAreKept(boolean modern) throws Exception {
        try (var tokens = exchange();
                var server = server(modern);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            for (var round = 0; round < 2; round++) {
                assertThat(calls.run("book", "{}", With.token("alice", "alice-1")))
                        .isEqualTo(shown(modern ? "for-alice-1" : "for-alice-1 session-1"));
                assertThat(calls.run("book", "{}", With.token("bob", "bob-1")))
                        .isEqualTo(shown(modern ? "for-bob-1" : "for-bob-1 session-2"));
            }
            assertThat(calls.run("book", "{}", With.token("alice", "alice-2")))
                    .isEqualTo(shown(modern ? "for-alice-2" : "for-alice-2 session-3"));
            assertThat(tokens.requests()).hasSize(3);
            // Those that begin a session are sent for the same caller as its calls.
            assertThat(server.received(modern ? "server/discover" : "initialize"))
                    .extracting(ExchangedMcpTokensTest::seen)
                    .containsExactly("for-alice-1", "for-bob-1", "for-alice-2");
        }
    }

    /** Only the first caller waits for the answer whether a server of sessions speaks the other era. */
    @Test
    void eraIsFoundOutOnce() throws Exception {
        try (var tokens = exchange();
                var server = server(false);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            IntStream.range(0, 5).forEach(i -> calls.run("book", "{}", With.token("caller", "token-" + i)));
            assertThat(server.received("server/discover")).hasSize(1);
            assertThat(server.begun()).isEqualTo(5);
        }
    }

    @Test
    void tokensAndSessionsOfConcurrentCallersAreNotMixed() throws Exception {
        try (var tokens = exchange();
                var server = server(false);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            IntStream.range(0, 200).parallel().forEach(i -> {
                var name = "caller-" + i % 10;
                assertThat(calls.run("book", "{}", With.token(name, name))).contains("for-" + name + " session-");
            });
            var owners = server.received("tools/call").stream()
                    .map(ExchangedMcpTokensTest::seen)
                    .distinct()
                    .toList();
            assertThat(owners).hasSize(10);
            assertThat(owners.stream().map(it -> it.split(" ")[1]).distinct()).hasSize(10);
            assertThat(tokens.requests()).hasSize(10);
        }
    }

    @Test
    void callersWithoutAVerifiedTokenAreRefusedBeforeTheServerIsAsked() throws Exception {
        try (var tokens = exchange();
                var server = server(true);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            for (var anonymous : List.of(With.NOTHING, With.READ_ONLY)) {
                assertThat(calls.run("book", "{}", anonymous))
                        .isEqualTo("execution: adapter db exchanges the token of its caller, and this caller has none:"
                                + " call with a bearer token that login verifies");
            }
            assertThat(tokens.requests()).isEmpty();
            assertThat(server.received("server/discover")).isEmpty();
        }
    }

    @Test
    void tokenThatIsNotExchangedConcernsItsCallerAlone() throws Exception {
        try (var tokens = exchange();
                var server = server(true);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.run("book", "{}", With.token("mallory", "bad-1")))
                    .isEqualTo("execution: adapter db has no token for this caller: the token endpoint refuses the"
                            + " client (invalid_grant)");
            assertThat(calls.run("book", "{}", With.token("alice", "alice-1"))).isEqualTo(shown("for-alice-1"));
            assertThat(server.received("tools/call")).hasSize(1);
        }
    }

    @Test
    void callWithoutATokenSaysNothingOfTheServer() throws Exception {
        try (var tokens = exchange();
                var server = server(true);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.failure("book", With.token("mallory", "bad-1"), () -> false))
                    .isInstanceOf(NotSent.class)
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.EXECUTION);
        }
    }

    @Test
    void callThatEndsWhileItWaitsForATokenSaysNothingOfTheServer() throws Exception {
        try (var tokens = TokenServer.start((_, _) -> {
                    new CountDownLatch(1).await();
                    return false;
                });
                var server = server(true);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.failure("book", With.token("alice", "alice-1"), () -> !tokens.requests()
                            .isEmpty()))
                    .isInstanceOf(NotSent.class)
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.TIMEOUT);
        }
    }

    /** The first one of them begins the session that all of them wait for. */
    @Test
    void callThatWaitsForTheTokenOfAnotherOneSaysNothingOfTheServer() throws Exception {
        try (var tokens = TokenServer.start((_, _) -> {
                    new CountDownLatch(1).await();
                    return false;
                });
                var server = server(true);
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var alice = With.token("alice", "alice-1");
            var over = new AtomicBoolean();
            var first = threads.submit(() -> calls.failure("book", alice, over::get));
            while (tokens.requests().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(calls.failure("book", alice, caller -> caller.getState() == Thread.State.WAITING))
                    .isInstanceOf(NotSent.class)
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.TIMEOUT);
            over.set(true);
            assertThat(first.get()).isInstanceOf(NotSent.class);
        }
    }

    /** It refuses a token, or is busy for a moment, and then there is no other token. */
    @ParameterizedTest
    @ValueSource(strings = {"401 No", "503 Busy"})
    void callWithoutASecondTokenSaysThatTheServerAnswers(String status) throws Exception {
        var denied = new AtomicBoolean();
        try (var tokens = TokenServer.start((_, socket) -> denied.get()
                        ? response(socket, "400 No", FakeMcp.JSON, "{\"error\": \"invalid_grant\"}")
                        : response(socket, "200 OK", FakeMcp.JSON, TokenServer.token("t0ken", 0)));
                var server = FakeMcp.modern((_, socket) -> {
                    denied.set(true);
                    write(socket, "HTTP/1.1 %s\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n".formatted(status));
                    return true;
                });
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            var reading = With.token("alice", "alice-1").reading();
            assertThat(calls.failure("book", reading, () -> false))
                    .matches(failure -> failure instanceof NotSent unsent && unsent.wasAnswered())
                    .extracting(CallFailure::stage)
                    .isEqualTo(Stage.EXECUTION);
            assertThat(server.received("tools/call")).hasSize(1);
        }
    }

    @Test
    void tokenThatTheServerRefusesIsExchangedOnceMoreAndThenTheCallerIsTold() throws Exception {
        var number = new AtomicInteger();
        try (var tokens = TokenServer.start((_, socket) -> response(
                        socket, "200 OK", FakeMcp.JSON, TokenServer.token("t0ken-" + number.incrementAndGet(), 3600)));
                var server = FakeMcp.modern(
                        (_, socket) -> response(socket, "401 Unauthorized", FakeMcp.JSON, "{\"error\": \"t0ken-2\"}"));
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.run("book", "{}", With.token("alice", "alice-1")))
                    .isEqualTo("execution: the MCP server of adapter db refuses the token that yours was exchanged for"
                            + " (HTTP 401)");
            assertThat(server.received("tools/call"))
                    .extracting(ExchangedMcpTokensTest::seen)
                    .containsExactly("t0ken-1", "t0ken-2");
        }
    }

    @Test
    void wordsOfTheServerShowNeitherToken() throws Exception {
        try (var tokens = exchange();
                var server = FakeMcp.modern((call, socket) -> FakeMcp.ok(
                        socket,
                        FakeMcp.JSON,
                        FakeMcp.reply(
                                call,
                                "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"alice-1 became %s\"}]}"
                                        .formatted(seen(call)))));
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(calls.run("book", "{}", With.token("alice", "alice-1")))
                    .contains("{{ the token of the caller }} became {{ the token for the caller }}")
                    .doesNotContain("alice-1");
        }
    }

    /** A check has no caller, so it would compare with what the server shows to others. */
    @Test
    void definitionsAreNotCompared() throws Exception {
        try (var tokens = exchange();
                var server = server(true);
                var own = McpCalls.on(server.url(), tokens.auth(), TokenServer.values());
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
            assertThat(own.isChecked("book")).isTrue();
            assertThat(calls.isChecked("book")).isFalse();
        }
    }

    @Test
    void sessionsOfCallersAreEndedWithTheAdapter() throws Exception {
        try (var tokens = exchange();
                var server = server(false)) {
            try (var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values())) {
                Stream.of("alice", "bob").forEach(name -> calls.run("book", "{}", With.token(name, name + "-1")));
            }
            while (ended(server).size() < 2) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(ended(server)).containsExactlyInAnyOrder("for-alice-1 session-1", "for-bob-1 session-2");
        }
    }

    /** As many are kept as tokens of other callers come here; the token that is used for the end was not given up before. */
    @Test
    void sessionThatIsLeftOutIsEndedBehindItsCalls() throws Exception {
        var begun = new CountDownLatch(1);
        var ends = new CountDownLatch(1);
        try (var tokens = exchange();
                var server = FakeMcp.withSessions((call, socket) -> {
                    if (seen(call).contains("for-first")) {
                        begun.countDown();
                        ends.await();
                    }
                    return FakeMcp.ok(socket, FakeMcp.JSON, FakeMcp.reply(call, text(seen(call))));
                });
                var calls = McpCalls.on(server.url(), tokens.exchanging("login"), TokenServer.values());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> calls.run("book", "{}", With.token("first", "first")));
            begun.await();
            calls.run("book", "{}", With.token("second", "second"));
            IntStream.range(0, 1_000)
                    .parallel()
                    .forEach(i -> calls.run("book", "{}", With.token("caller", "token-" + i)));
            awaitEnded(server, "for-second session-2");
            assertThat(ended(server)).containsExactly("for-second session-2");

            ends.countDown();
            assertThat(first.get()).isEqualTo(shown("for-first session-1"));
            awaitEnded(server, "for-first session-1");
            assertThat(ended(server)).hasSize(2);
            assertThat(tokens.requests()).hasSize(1_002);
        }
    }

    private static void awaitEnded(FakeMcp server, String session) {
        while (!ended(server).contains(session)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static List<String> ended(FakeMcp server) {
        return server.replies().stream()
                .filter(it -> it.head().startsWith("DELETE"))
                .map(ExchangedMcpTokensTest::seen)
                .toList();
    }

    @Test
    void adapterThatBeginsToExchangeIsAnotherOne() throws Exception {
        try (var tokens = exchange();
                var server = server(true);
                var calls = McpCalls.on(server.url(), tokens.auth(), TokenServer.values())) {
            assertThat(calls.run("book", "{}", With.token("alice", "alice-1"))).isNotEqualTo(shown("for-alice-1"));
            calls.become(server.url(), tokens.exchanging("login"), TokenServer.values());
            assertThat(calls.run("book", "{}", With.token("alice", "alice-1"))).isEqualTo(shown("for-alice-1"));
        }
    }
}
