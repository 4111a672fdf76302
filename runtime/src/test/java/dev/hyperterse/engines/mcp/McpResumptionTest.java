package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.engines.mcp.FakeMcp.Received;
import dev.hyperterse.engines.mcp.McpCalls.With;
import dev.hyperterse.testbed.RecordingApi;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that a server ends before its answer. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpResumptionTest {
    private static final String HELLO = "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]";
    private static final String UNKNOWN = "; whether the call took effect is unknown";

    /** The calls, and the requests for the rest of their streams. */
    private final List<Received> asked = new CopyOnWriteArrayList<>();

    /** Answers each request by the next of these streams, and the one behind them by the result. */
    private FakeMcp streaming(String... streams) throws IOException {
        return FakeMcp.withSessions((received, socket) -> {
            var number = asked.size();
            asked.add(received);
            FakeMcp.stream(socket);
            RecordingApi.write(
                    socket,
                    number < streams.length
                            ? streams[number]
                            : event(FakeMcp.reply(asked.getFirst(), "{" + HELLO + "}")));
            return false;
        });
    }

    /** Ends the stream of each call, and answers the request for its rest so. */
    private FakeMcp resuming(String stream, FakeMcp.Calls rest) throws IOException {
        return FakeMcp.withSessions((received, socket) -> {
            asked.add(received);
            if (isResumption(received)) {
                return rest.answer(received, socket);
            }
            FakeMcp.stream(socket);
            RecordingApi.write(socket, stream);
            return false;
        });
    }

    private static boolean isResumption(Received received) {
        return received.head().startsWith("GET ");
    }

    private List<Received> resumptions() {
        return asked.stream().filter(McpResumptionTest::isResumption).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void streamGoesOnBehindItsLastEvent(boolean readOnly) throws Exception {
        try (var server = streaming("retry: 1\nid: a\ndata: \n\n", "id: b\r\ndata:\r\n\r\nid: cut off\n");
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}", readOnly ? With.READ_ONLY : With.NOTHING))
                    .isEqualTo(HELLO);
            assertThat(resumptions())
                    .extracting(it -> it.header("last-event-id"))
                    .containsExactly("a", "b");
            assertThat(resumptions())
                    .extracting(it -> it.header("mcp-session-id"))
                    .containsOnly("session-1");
            assertThat(resumptions())
                    .extracting(it -> it.header("authorization"))
                    .containsOnly(McpCalls.TOKEN);
            assertThat(server.received("tools/call")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ": comment\n\n", "id: cut off\n", "id: \u00e4\n\n", "id: a\n\nid:\n\n"})
    void streamWithoutAnIdIsNotResumed(String stream) throws Exception {
        try (var server = streaming(stream);
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}"))
                    .isEqualTo("execution: the MCP server has ended its stream without an answer" + UNKNOWN);
            assertThat(asked).hasSize(1);
        }
    }

    /** A status that says of a call that it did not run says nothing of one whose stream is gone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "404 Not Found",
                "400 Bad Request",
                "405 Method Not Allowed",
                "503 Later",
                "200 OK",
                "202 Accepted"
            })
    void callWhoseStreamIsRefusedIsNotSentAgain(String status) throws Exception {
        try (var server = resuming(
                        "retry: 1\nid: a\n\n",
                        (_, socket) -> RecordingApi.response(socket, status, "text/plain", "no session"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}"))
                    .isEqualTo("execution: the MCP server has ended its stream and does not resume it" + UNKNOWN);
            assertThat(resumptions()).hasSize(1);
            assertThat(server.received("tools/call")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void streamThatBringsNothingNewIsLeft(boolean readOnly) throws Exception {
        try (var server = resuming("retry: 0\nid: a\n\n", (_, socket) -> {
                    FakeMcp.stream(socket);
                    RecordingApi.write(socket, "id: a\n\n");
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}", readOnly ? With.READ_ONLY : With.NOTHING))
                    .isEqualTo("execution: the MCP server ends its stream again and again without an answer"
                            + (readOnly ? "" : UNKNOWN));
            assertThat(resumptions()).hasSize(64);
            assertThat(server.received("tools/call")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "retry: 0\nid: %d\n\n",
                "retry: 0\nid: a\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n"
            })
    void streamThatBringsSomethingNewIsResumedAnyNumberOfTimes(String stream) throws Exception {
        try (var server = streaming(
                        IntStream.range(0, 200).mapToObj(stream::formatted).toArray(String[]::new));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(resumptions()).hasSize(200);
        }
    }

    @Test
    void streamGoesOnWhereTheServerRedirects() throws Exception {
        try (var server = resuming("retry: 1\nid: a\n\n", (received, socket) -> {
                    if (received.head().startsWith("GET /mcp ")) {
                        RecordingApi.write(
                                socket, "HTTP/1.1 307 Moved\r\nLocation: /mcp/\r\nContent-Length: 0\r\n\r\n");
                        return true;
                    }
                    FakeMcp.stream(socket);
                    RecordingApi.write(socket, event(FakeMcp.reply(asked.getFirst(), "{" + HELLO + "}")));
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(resumptions())
                    .extracting(it -> it.header("last-event-id"))
                    .containsExactly("a", "a");
        }
    }

    /** Events of the first request would be read again. */
    @Test
    void restThatHasBegunIsNotAskedForAgain() throws Exception {
        try (var server = FakeMcp.withSessions((received, socket) -> {
                    asked.add(received);
                    if (!isResumption(received)) {
                        return FakeMcp.ok(socket, FakeMcp.EVENTS, "retry: 1\nid: a\n\n");
                    }
                    RecordingApi.write(
                            socket,
                            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 99\r\n\r\nid: b\n\n");
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}"))
                    .isEqualTo("execution: the connection of adapter db was lost while the call ran" + UNKNOWN);
            assertThat(resumptions()).hasSize(1);
        }
    }

    @Test
    void callEndsWhileItsStreamPauses() throws Exception {
        try (var server = resuming("retry: 999999999\nid: a\n\n", (_, _) -> false);
                var calls = McpCalls.on(server.url());
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var scope = CallScope.open(calls.deadlines(), 600_000)) {
            var call = threads.submit(() -> calls.run("greet", "{}", With.NOTHING, scope));
            while (asked.isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            scope.end(CallScope.End.CLIENT);
            assertThat(call.get()).isEqualTo("cancelled: the call was cancelled" + UNKNOWN);
            assertThat(resumptions()).isEmpty();
        }
    }
}
