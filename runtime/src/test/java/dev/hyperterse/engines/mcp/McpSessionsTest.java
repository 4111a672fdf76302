package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static dev.hyperterse.engines.mcp.FakeMcp.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.mcp.McpCalls.With;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions and eras: when another one is begun, and which calls are sent in it once more. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpSessionsTest {
    private static final String TEXT = "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";
    private static final String HELLO = "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]";

    @ParameterizedTest
    @CsvSource({"true, 400", "true, 404", "true, 405", "false, 400", "false, 405"})
    void callThatMayWriteIsNotSentAgainForAFailureOfItsTool(boolean modern, int status) throws Exception {
        FakeMcp.Calls answer =
                (_, socket) -> RecordingApi.response(socket, status + " No", "text/plain", "no such order");
        try (var server = modern ? FakeMcp.modern(answer) : FakeMcp.withSessions(answer);
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("order", "{}")).isEqualTo("execution: no such order (HTTP %d)".formatted(status));
            assertThat(server.received("tools/call")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-32020, -32022})
    void callInAnEraThatTheServerDoesNotKnowIsSentAgain(int code) throws Exception {
        var refused = new AtomicBoolean();
        try (var server = FakeMcp.modern((call, socket) -> refused.getAndSet(true)
                        ? ok(socket, JSON, reply(call, TEXT))
                        : RecordingApi.response(
                                socket,
                                "400 Bad Request",
                                JSON,
                                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":%d,\"message\":\"\"}}"
                                        .formatted(code)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("order", "{}")).isEqualTo(HELLO);
            assertThat(server.received("server/discover")).hasSize(2);
        }
    }

    @Test
    void sessionThatHasAnsweredOutlivesARefusedCall() throws Exception {
        try (var server = FakeMcp.withSessions((call, socket) ->
                        call.body().path("params").path("name").asString().equals("bad")
                                ? RecordingApi.response(socket, "400 No", "text/plain", "no such order")
                                : ok(socket, JSON, reply(call, TEXT)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(calls.run("bad", "{}", With.READ_ONLY)).isEqualTo("execution: no such order (HTTP 400)");
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(calls.run("bad", "{}")).isEqualTo("execution: no such order (HTTP 400)");
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(server.begun()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"400 Bad Request", "405 Method Not Allowed"})
    void readIsSentAgainInAnotherSessionWhenTheServerRefusesWhateverIsSent(String status) throws Exception {
        try (var server = FakeMcp.withSessions(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            server.refusesUnknownSessionsBy(status);
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            server.forgetSessions();
            assertThat(calls.run("greet", "{}", With.READ_ONLY)).isEqualTo(HELLO);
            assertThat(server.begun()).isEqualTo(2);
        }
    }

    /** The answer is not the one that the protocol has for a session that is gone, so the call may have run. */
    @Test
    void callThatMayWriteIsNotSentAgainAndTheNextBeginsAnotherSession() throws Exception {
        try (var server = FakeMcp.withSessions(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            server.refusesUnknownSessionsBy("400 Bad Request");
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            server.forgetSessions();
            assertThat(calls.run("greet", "{}")).isEqualTo("execution: Session not found (MCP -32001)");
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(server.received("tools/call")).hasSize(3);
            assertThat(server.begun()).isEqualTo(2);
        }
    }

    @Test
    void serverOfTheEraWithoutSessionsThatLostItsFirstQuestionIsAskedAgain() throws Exception {
        var discovered = new AtomicInteger();
        try (var server = RecordingApi.start((request, socket) -> {
                    if (request.contains("server/discover")) {
                        return discovered.incrementAndGet() > 1
                                && ok(socket, JSON, result(request, "{\"supportedVersions\":[\"2026-07-28\"]}"));
                    }
                    return request.contains("initialize")
                            ? RecordingApi.response(socket, "400 Bad Request", "text/plain", "which era?")
                            : ok(socket, JSON, result(request, TEXT));
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(discovered).hasValue(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"429 Too Many Requests", "503 Later", "400 Bad Request"})
    void sessionOutlivesARefusedListOfTools(String status) throws Exception {
        try (var server = FakeMcp.withSessions((call, socket) -> call.method().equals("tools/list")
                        ? RecordingApi.response(socket, status, "text/plain", "no list")
                        : ok(socket, JSON, reply(call, TEXT)));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(calls.check("greet", Optional.empty())).isInstanceOf(StatementCheck.Unknown.class);
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(server.begun()).isEqualTo(1);
        }
    }

    @Test
    void listOfToolsInASessionThatIsGoneForgetsIt() throws Exception {
        try (var server = FakeMcp.withSessions(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            server.forgetSessions();
            assertThat(calls.check("greet", Optional.empty())).isInstanceOf(StatementCheck.Unknown.class);
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(server.received("tools/call")).hasSize(2);
            assertThat(server.begun()).isEqualTo(2);
        }
    }

    static boolean initialized(String request, Socket socket) throws IOException {
        var body = result(request, "{\"protocolVersion\":\"2025-06-18\"}");
        RecordingApi.write(
                socket,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: a\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(body.length(), body));
        return true;
    }

    @Test
    void callWhoseSessionIsGoneEndsInTimeWhileAnotherBeginsOne() throws Exception {
        var begun = new AtomicInteger();
        var waits = new CountDownLatch(1);
        var begins = new CountDownLatch(1);
        var ended = new CompletableFuture<String>();
        try (var server = RecordingApi.start((request, socket) -> {
                    if (request.contains("server/discover")) {
                        return RecordingApi.response(socket, "400 Bad Request", "text/plain", "which era?");
                    }
                    if (request.contains("\"initialize\"")) {
                        if (begun.incrementAndGet() > 1) {
                            begins.countDown();
                            new CountDownLatch(1).await();
                        }
                        return initialized(request, socket);
                    }
                    if (request.contains("\"second\"")) {
                        waits.countDown();
                        begins.await();
                    }
                    if (request.contains("tools/call")) {
                        return RecordingApi.response(socket, "404 Not Found", "text/plain", "gone");
                    }
                    return RecordingApi.response(socket, "202 Accepted", JSON, "");
                });
                var calls = McpCalls.on(server.url(), 600_000, Adapter.Access.ReadWrite);
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var first = CallScope.open(calls.deadlines(), 600_000);
                var second = CallScope.open(calls.deadlines(), 600_000)) {
            var ending =
                    Thread.ofVirtual().start(() -> ended.complete(calls.run("second", "{}", With.NOTHING, second)));
            waits.await();
            var beginning = threads.submit(() -> calls.run("first", "{}", With.NOTHING, first));
            begins.await();
            while (Stream.of(ending.getStackTrace())
                    .noneMatch(frame -> frame.getClassName().endsWith("ReentrantLock"))) {
                LockSupport.parkNanos(1_000_000);
            }
            second.end(CallScope.End.CLIENT);
            try {
                assertThat(ended.get()).startsWith("cancelled: ");
            } finally {
                first.end(CallScope.End.CLIENT);
            }
            assertThat(beginning.get()).startsWith("cancelled: ");
        }
    }

    private static String result(String request, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                .formatted(request.replaceAll("(?s).*\"id\":([0-9]+).*", "$1"), result);
    }
}
