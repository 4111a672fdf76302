package dev.hyperterse.engines.mcp;

import static dev.hyperterse.engines.mcp.FakeMcp.EVENTS;
import static dev.hyperterse.engines.mcp.FakeMcp.JSON;
import static dev.hyperterse.engines.mcp.FakeMcp.event;
import static dev.hyperterse.engines.mcp.FakeMcp.ok;
import static dev.hyperterse.engines.mcp.FakeMcp.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.mcp.McpCalls.With;
import dev.hyperterse.testbed.RecordingApi;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Calls of tools of a server that answers well, badly, too much, late, or not at all. */
@Timeout(60)
class McpCallsTest {
    private static final int PERMITS = 4;
    private static final String TEXT = "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";
    private static final String HELLO = "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]";

    @Test
    void refusalWithoutABodyIsAnAnswer() throws Exception {
        try (var server = FakeMcp.modern((_, socket) -> {
                    RecordingApi.write(socket, "HTTP/1.1 429 Slow down\r\nContent-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo("execution: Slow down (HTTP 429)");
        }
    }

    @Test
    void callsThatPauseLeaveTheirPermitsToOthers() throws Exception {
        var refused = new CountDownLatch(PERMITS);
        try (var server = FakeMcp.modern((call, socket) -> {
                    if (call.body().path("params").path("name").asString().equals("free")) {
                        return ok(socket, JSON, reply(call, TEXT));
                    }
                    RecordingApi.write(
                            socket, "HTTP/1.1 429 Slow down\r\nRetry-After: 300\r\nContent-Length: 0\r\n\r\n");
                    refused.countDown();
                    return true;
                });
                var calls = McpCalls.on(server.url(), 600_000, Adapter.Access.ReadWrite);
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var scope = CallScope.open(calls.deadlines(), 600_000)) {
            var pausing = IntStream.range(0, PERMITS)
                    .mapToObj(_ -> threads.submit(() -> calls.run("busy", "{}", With.READ_ONLY, scope)))
                    .toList();
            refused.await();
            assertThat(calls.run("free", "{}")).isEqualTo(HELLO);
            assertThat(server.received("tools/call")).hasSize(PERMITS + 1);
            scope.end(CallScope.End.CLIENT);
            for (var call : pausing) {
                assertThat(call.get()).isEqualTo("cancelled: the call was cancelled");
            }
        }
    }

    @Test
    void modernServerGetsNoSessionAndTheCallAsItIs() throws Exception {
        try (var server = FakeMcp.modern(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("größe", "{\"a\":1, \"b\":[true,null]}")).isEqualTo(HELLO);
            assertThat(calls.run("größe", "{}")).isEqualTo(HELLO);
            assertThat(server.received("server/discover")).hasSize(1);
            assertThat(server.received("initialize")).isEmpty();
            var call = server.received("tools/call").getFirst();
            assertThat(call.body().path("params").path("name").asString()).isEqualTo("größe");
            assertThat(call.body().path("params").path("arguments").toString())
                    .isEqualTo("{\"a\":1,\"b\":[true,null]}");
            assertThat(call.header("mcp-name")).isEqualTo("=?base64?Z3LDtsOfZQ==?=");
            assertThat(call.header("authorization")).isEqualTo(McpCalls.TOKEN);
            assertThat(call.header("hyperterse-hops")).isEqualTo("1");
        }
    }

    /** A server of that era refuses a call without them. */
    @Test
    void modernServerGetsTheArgumentsInHeadersThatItsSchemaAsksFor() throws Exception {
        var schema = JsonMapper.shared().readTree("""
                {"type":"object","properties":{
                  "region":{"type":"string","x-mcp-header":"Region"},
                  "shelf":{"type":"integer","x-mcp-header":"Shelf"},
                  "open":{"type":"boolean","x-mcp-header":"Open"},
                  "shop":{"type":"object","properties":{"city":{"type":"string","x-mcp-header":"City"}}}}}""");
        try (var server = FakeMcp.modern(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run(
                            "stock",
                            "{\"region\":\"größe\\r\\nX: y\",\"shelf\":42,\"shop\":{\"city\":\"Ulm\"}}",
                            schema))
                    .isEqualTo(HELLO);
            assertThat(calls.run("stock", "{\"open\":false,\"shelf\":9007199254740993.0}", schema))
                    .isEqualTo(HELLO);

            var whole = server.received("tools/call").getFirst();
            assertThat(whole.header("mcp-param-region")).isEqualTo("=?base64?Z3LDtsOfZQ0KWDogeQ==?=");
            assertThat(whole.header("mcp-param-shelf")).isEqualTo("42");
            assertThat(whole.header("mcp-param-city")).isEqualTo("Ulm");
            assertThat(whole.head()).doesNotContain("mcp-param-open");
            var partly = server.received("tools/call").getLast();
            assertThat(partly.header("mcp-param-open")).isEqualTo("false");
            assertThat(partly.header("mcp-param-shelf")).isEqualTo("9007199254740993");
            assertThat(partly.head()).doesNotContain("mcp-param-region", "mcp-param-city");
        }
        try (var server = FakeMcp.withSessions(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("stock", "{\"region\":\"eu\"}", schema)).isEqualTo(HELLO);
            assertThat(server.received("tools/call").getFirst().head()).doesNotContain("mcp-param");
        }
    }

    @Test
    void sessionIsBegunOnceAndAgainWhenTheServerHasForgottenIt() throws Exception {
        try (var server = FakeMcp.withSessions(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(server.begun()).isEqualTo(1);
            assertThat(server.received("notifications/initialized")).hasSize(1);
            server.forgetSessions();
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(server.begun()).isEqualTo(2);
            var call = server.received("tools/call").getLast();
            assertThat(call.header("mcp-session-id")).isEqualTo("session-2");
            assertThat(call.header("mcp-protocol-version")).isEqualTo("2025-06-18");
            assertThat(call.header("mcp-method")).isEmpty();
        }
    }

    @Test
    void sessionsThatEndAtOnceEndTheCall() throws Exception {
        try (var server = FakeMcp.withSessions(
                        (_, socket) -> RecordingApi.response(socket, "404 Not Found", "text/plain", "no session"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo("execution: no session (HTTP 404)");
            assertThat(server.begun()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"content":[]} | "content":[]
            {} | "content":[]
            {"content":[{"type":"image","data":"AA==","mimeType":"image/png"}, {"type":"new","x":[1, 2.50]}]} | "content":[{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"new","x":[1,2.50]}]
            {"structuredContent":{"n": 12345678901234567890.10},"content":[]} | "structuredContent":{"n":12345678901234567890.10},"content":[]
            {"content":[],"structuredContent":[1]} | "content":[]
            {"content":[],"_meta":{"a":1,"io.modelcontextprotocol/serverInfo":{},"dev.hyperterse/cache":{"ageMs":1}}} | "content":[],"_meta":{"a":1}
            {"content":[],"_meta":{"dev.hyperterse/cache":1}} | "content":[]
            {"content":[{"type":"resource","_meta":{"dev.hyperterse/cache":1},"resource":{"_meta":{"b":{"_meta":[]},"dev.hyperterse/truncated":{}}}}],"structuredContent":{"_meta":{"dev.hyperterse/x":1}}} | "structuredContent":{"_meta":{"dev.hyperterse/x":1}},"content":[{"type":"resource","_meta":{},"resource":{"_meta":{"b":{"_meta":[]}}}}]
            {"content":[{"type":"new","parts":[[1],{"_meta":{"a":[],"dev.hyperterse/cache":1}}]}]} | "content":[{"type":"new","parts":[[1],{"_meta":{"a":[]}}]}]
            {"content":[{"type":"text","text":"no such order\\n7"}],"isError":true} | execution: no such order 7 (tool error)
            {"content":[{"type":"text","text":"token t0ken-of-the-adapter is old"}],"isError":true} | execution: token {{ header authorization }} is old (tool error)
            {"content":[],"isError":true} | execution: the tool failed (tool error)
            {"resultType":"input_required","inputRequests":{}} | execution: the tool of the MCP server asks for input, which is not passed on
            {"resultType":"task","taskId":"1"} | execution: the tool of the MCP server asks for input, which is not passed on
            {"content":{}} | execution: the result of the MCP server has content that is none; whether the call took effect is unknown
            {"content":["a"]} | execution: the result of the MCP server has content that is none; whether the call took effect is unknown
            {"content":[{"text":"a"}]} | execution: the result of the MCP server has content that is none; whether the call took effect is unknown
            {"content":[],"content":[]} | execution: the answer of the MCP server is not JSON, or is nested too deeply; whether the call took effect is unknown
            [] | execution: the answer of the MCP server is no message of it; whether the call took effect is unknown
            """)
    void resultIsPassedOn(String result, String passed) throws Exception {
        for (var modern : List.of(true, false)) {
            FakeMcp.Calls answer = FakeMcp.result(result);
            try (var server = modern ? FakeMcp.modern(answer) : FakeMcp.withSessions(answer);
                    var calls = McpCalls.on(server.url())) {
                assertThat(calls.run("greet", "{}")).isEqualTo(passed);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"jsonrpc":"2.0","id":"1","result":{}} | execution: the MCP server has answered another request
            {"jsonrpc":"2.0","id":99,"result":{}} | execution: the MCP server has answered another request
            {"jsonrpc":"2.0","method":"notifications/message","params":{}} | execution: the MCP server has answered another request
            [{"jsonrpc":"2.0","id":2,"result":{}}] | execution: the answer of the MCP server is no message of it
            {"jsonrpc":"2.0","id":2} | execution: the answer of the MCP server is no message of it
            {"jsonrpc":"2.0","id":2,"result":{}}{} | execution: the answer of the MCP server is more than one message
            {"jsonrpc":"2.0","id":2,"result":{ | execution: the answer of the MCP server is not JSON, or is nested too deeply
            {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool: greet"}} | execution: Unknown tool: greet (MCP -32602; the tool may not exist there any more)
            {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"a\\nb"}} | execution: a b (MCP -32603)
            {"jsonrpc":"2.0","id":2,"error":"broken"} | execution: the MCP server refused the call (HTTP 200)
            """)
    void answerThatIsNoneEndsTheCall(String answer, String failure) throws Exception {
        try (var server = FakeMcp.modern((_, socket) -> ok(socket, JSON, answer));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}", With.READ_ONLY)).isEqualTo(failure);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            401 Unauthorized | execution: the MCP server refuses the credentials of the adapter (HTTP 401)
            403 Forbidden | execution: the MCP server refuses the credentials of the adapter (HTTP 403)
            500 Oops | execution: Oops (HTTP 500)
            503 Busy | execution: Busy (HTTP 503)
            502 Oops | execution: Oops (HTTP 502; whether the call took effect is unknown)
            504 Late | execution: Late (HTTP 504; whether the call took effect is unknown)
            """)
    void refusalIsSaid(String status, String failure) throws Exception {
        try (var server = FakeMcp.modern(
                        (_, socket) -> RecordingApi.response(socket, status, "text/html", "<html>secrets</html>"));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(failure);
        }
    }

    @Test
    void progressPassesAndRequestsAreRefused() throws Exception {
        var progress = new ConcurrentLinkedQueue<Progress>();
        try (var server = FakeMcp.withSessions((call, socket) -> {
                    FakeMcp.stream(socket);
                    RecordingApi.write(socket, ": comment\n\nretry: 5\nid: 7\ndata: \n\n");
                    RecordingApi.write(
                            socket,
                            event(
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                                            + call.id() + ",\"progress\":1,\"total\":2,\"message\":\"half\"}}"));
                    RecordingApi.write(
                            socket,
                            event(
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"x\",\"progress\":9}}"));
                    RecordingApi.write(
                            socket,
                            event(
                                    "{\"jsonrpc\":\"2.0\",\"id\":\"e\\\"1\",\"method\":\"elicitation/create\",\"params\":{}}"));
                    RecordingApi.write(socket, event("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}"));
                    RecordingApi.write(socket, event(reply(call, TEXT)));
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run(
                            "greet",
                            "{}",
                            new With(false, new ProgressClient(progress), CallTrace.NONE, RequestHeaders.NONE)))
                    .isEqualTo(HELLO);
            assertThat(progress).singleElement().satisfies(it -> {
                assertThat(it.reached()).isEqualTo(1);
                assertThat(it.message()).contains("half");
            });
            assertThat(server.replies()).hasSize(2);
            assertThat(server.replies().getFirst().body().path("id").asString()).isEqualTo("e\"1");
            assertThat(server.replies()
                            .getFirst()
                            .body()
                            .path("error")
                            .path("code")
                            .asInt())
                    .isEqualTo(-32601);
            assertThat(server.replies().getFirst().header("mcp-session-id")).isEqualTo("session-1");
            assertThat(server.replies().getLast().body().path("result").isObject())
                    .isTrue();
        }
    }

    @Test
    void serverMayPingForAsLongAsACallRuns() throws Exception {
        try (var server = FakeMcp.withSessions((call, socket) -> {
                    FakeMcp.stream(socket);
                    for (var asked = 0; asked < 50; asked++) {
                        RecordingApi.write(socket, event("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"));
                    }
                    RecordingApi.write(socket, event(reply(call, TEXT)));
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}")).isEqualTo(HELLO);
            assertThat(server.replies()).hasSize(50);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sampling/createMessage", "ping"})
    void serverThatAsksWithoutEndIsLeft(String method) throws Exception {
        try (var server = FakeMcp.withSessions((_, socket) -> {
                    FakeMcp.stream(socket);
                    for (var asked = 0; asked <= 1_000; asked++) {
                        RecordingApi.write(
                                socket, event("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\"}".formatted(method)));
                    }
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}", With.READ_ONLY))
                    .isEqualTo("execution: the MCP server asks for too much within one call");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ": nothing\n\n",
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n",
                "x",
                "\r"
            })
    void streamWithoutEndIsLeft(String piece) throws Exception {
        try (var server = FakeMcp.modern((_, socket) -> {
                    FakeMcp.stream(socket);
                    var many = piece.repeat(64 * 1024 / piece.length());
                    while (true) {
                        RecordingApi.write(socket, many);
                    }
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}", With.READ_ONLY))
                    .isEqualTo("execution: the stream of the MCP server has no end");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, EVENTS})
    void hugeResultIsNotHeld(String type) throws Exception {
        var result = "{\"content\":[{\"type\":\"text\",\"text\":\"" + "x".repeat(2 * 1024 * 1024) + "\"}]}";
        try (var server = FakeMcp.modern((call, socket) ->
                        ok(socket, type, type.equals(JSON) ? reply(call, result) : event(reply(call, result))));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}"))
                    .isEqualTo("result: the answer of the MCP server is larger than 1048576 bytes;"
                            + " whether the call took effect is unknown");
        }
    }

    @Test
    void silentServerEndsTheCallAndIsToldSo() throws Exception {
        var asked = new CountDownLatch(1);
        try (var server = FakeMcp.withSessions((_, _) -> {
                    asked.countDown();
                    new CountDownLatch(1).await();
                    return false;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(endedOnceAsked(calls, asked, CallScope.End.CLIENT))
                    .isEqualTo("cancelled: the call was cancelled; whether the call took effect is unknown");
            while (server.received("notifications/cancelled").isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(server.received("notifications/cancelled")
                            .getFirst()
                            .body()
                            .path("params")
                            .path("requestId"))
                    .isEqualTo(server.received("tools/call").getFirst().body().path("id"));
        }
    }

    @Test
    void serverThatIsSilentToAnotherEraIsAskedInItsOwnTheNextTime() throws Exception {
        var discovered = new AtomicInteger();
        var asked = new CountDownLatch(1);
        try (var server = RecordingApi.start((request, socket) -> {
                    if (request.contains("server/discover")) {
                        discovered.incrementAndGet();
                        asked.countDown();
                        new CountDownLatch(1).await();
                    }
                    return request.contains("\"id\"")
                            ? ok(
                                    socket,
                                    JSON,
                                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-03-26\",\"content\":[]}}"
                                            .formatted(request.replaceAll("(?s).*\"id\":([0-9]+).*", "$1")))
                            : RecordingApi.response(socket, "202 Accepted", JSON, "");
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(endedOnceAsked(calls, asked, CallScope.End.DEADLINE))
                    .startsWith("timeout: ")
                    .doesNotContain("took effect");
            assertThat(calls.run("greet", "{}")).isEqualTo("\"content\":[]");
            assertThat(discovered).hasValue(1);
        }
    }

    /** A call that ends once the server was asked, however long that takes. */
    private static String endedOnceAsked(McpCalls calls, CountDownLatch asked, CallScope.End end) {
        return calls.onVirtualThread(scope -> {
            Thread.ofVirtual().start(() -> {
                try {
                    asked.await();
                    scope.end(end);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
            return calls.run("greet", "{}", With.NOTHING, scope);
        });
    }

    @Test
    void onlyReadsAreSentAgainAfterALostConnection() throws Exception {
        try (var server = FakeMcp.modern((_, _) -> false);
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}", With.READ_ONLY))
                    .isEqualTo("execution: the connection of adapter db was lost while the call ran");
            assertThat(server.received("tools/call")).hasSize(3);
            assertThat(calls.run("greet", "{}"))
                    .isEqualTo("execution: the connection of adapter db was lost while the call ran;"
                            + " whether the call took effect is unknown");
            assertThat(server.received("tools/call")).hasSize(4);
        }
    }

    @Test
    void redirectElsewhereIsNotFollowed() throws Exception {
        try (var other = RecordingApi.start(RecordingApi.json("{}"));
                var server = FakeMcp.modern((_, socket) -> {
                    RecordingApi.write(
                            socket,
                            "HTTP/1.1 307 Elsewhere\r\nLocation: " + other.url() + "\r\nContent-Length: 0\r\n\r\n");
                    return true;
                });
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.run("greet", "{}"))
                    .startsWith("execution: the MCP server redirects to another address than that of the adapter");
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void readOnlyAdapterPassesOnNothingThatMayWrite() throws Exception {
        try (var server = FakeMcp.modern(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url(), 60_000, Adapter.Access.ReadOnly)) {
            assertThat(calls.run("greet", "{}")).isEqualTo("execution: the adapter is read-only");
            assertThat(calls.run("greet", "{}", With.READ_ONLY)).isEqualTo(HELLO);
        }
    }

    @Test
    void loopIsEndedAndTracesArePassedOn() throws Exception {
        var span = new SpanIdentity("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", true);
        try (var server = FakeMcp.modern(FakeMcp.result(TEXT));
                var calls = McpCalls.on(server.url())) {
            RequestHeaders fourth = name -> name.equals("hyperterse-hops") ? List.of("4") : List.of();
            assertThat(calls.run("greet", "{}", new With(false, Client.NONE, traced(span), fourth)))
                    .isEqualTo(HELLO);
            var call = server.received("tools/call").getFirst();
            assertThat(call.header("hyperterse-hops")).isEqualTo("5");
            assertThat(call.header("traceparent")).isEqualTo(span.traceparent());
            assertThat(call.body()
                            .path("params")
                            .path("_meta")
                            .path("traceparent")
                            .asString())
                    .isEqualTo(span.traceparent());
            RequestHeaders fifth = name -> name.equals("hyperterse-hops") ? List.of("5") : List.of();
            assertThat(calls.run("greet", "{}", new With(false, Client.NONE, CallTrace.NONE, fifth)))
                    .isEqualTo(
                            "execution: the call was passed on 5 times: a server is behind itself, directly or through others");
            assertThat(server.received("tools/call")).hasSize(1);
        }
    }

    private static CallTrace traced(SpanIdentity span) {
        return new CallTrace() {
            @Override
            public boolean isRecorded() {
                return true;
            }

            @Override
            public Optional<SpanIdentity> span() {
                return Optional.of(span);
            }

            @Override
            public Outcome.Ended stage(String name, Supplier<Outcome.Ended> work) {
                return work.get();
            }

            @Override
            public void note(String name, String value) {}

            @Override
            public void end(Outcome outcome) {}
        };
    }

    @Test
    void driftIsFoundByTheList() throws Exception {
        var greet = "{\"name\":\"greet\",\"description\":\"Greets.\",\"inputSchema\":{\"type\":\"object\",\"a\":1}}";
        var reordered =
                "{\"inputSchema\":{\"a\":1,\"type\":\"object\"},\"name\":\"greet\",\"description\":\"Greets.\"}";
        try (var server = FakeMcp.modern(
                        (call, socket) -> ok(
                                socket,
                                JSON,
                                reply(
                                        call,
                                        call.body().path("params").has("cursor")
                                                ? "{\"tools\":[" + reordered + "],\"nextCursor\":\"2\"}"
                                                : "{\"tools\":[{\"name\":\"first\",\"inputSchema\":{}}],\"nextCursor\":\"2\"}")));
                var calls = McpCalls.on(server.url())) {
            var approved = UpstreamDefinition.TOOL.digest(JsonMapper.shared().readTree(greet));
            int listed;
            do {
                listed = server.received("tools/list").size();
                assertThat(calls.check("greet", Optional.of(approved))).isEqualTo(new StatementCheck.Accepted());
                assertThat(calls.check("greet", Optional.empty())).isEqualTo(new StatementCheck.Accepted());
                assertThat(message(calls.check("greet", Optional.of("other"))))
                        .isEqualTo(
                                "the definition of tool 'greet' has changed on the MCP server since it was approved");
                assertThat(message(calls.check("gone", Optional.empty())))
                        .isEqualTo("the MCP server has no tool 'gone'");
                // They share a list of two pages for two seconds, unless the machine takes longer for all of them.
            } while (server.received("tools/list").size() > listed + 2);
        }
    }

    @Test
    void toolThatWasAcceptedIsAskedForAgain() throws Exception {
        var greet = "{\"name\":\"greet\",\"inputSchema\":{}}";
        var listed = new AtomicReference<>(greet);
        try (var server = FakeMcp.withSessions(
                        (call, socket) -> ok(socket, JSON, reply(call, "{\"tools\":[" + listed.get() + "]}")));
                var calls = McpCalls.on(server.url())) {
            var round = calls.round(
                    "greet", UpstreamDefinition.TOOL.digest(JsonMapper.shared().readTree(greet)));
            calls.pass(round);
            assertThat(round.refused()).isEmpty();
            assertThat(round.unanswered()).isEmpty();
            listed.set("{\"name\":\"greet\",\"description\":\"New.\",\"inputSchema\":{}}");
            while (round.refused().isEmpty()) {
                LockSupport.parkNanos(1_000_000);
                calls.pass(round);
            }
            assertThat(round.refused().getFirst().refusal().message().words())
                    .contains("has changed on the MCP server");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tools\":[TEN_THOUSAND]}",
                "{\"tools\":[{\"name\":\"a\",\"description\":\"MEGABYTES\"}]}",
                "{\"tools\":[1]}",
                "{\"tools\":[],\"nextCursor\":\"CURSOR\"}",
                "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"x\":[{}THIRTY_THOUSAND]}}]}",
                "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"x\":[{}TEN_THOUSAND_VALUES]}}],\"nextCursor\":\"CURSOR\"}",
            })
    void listThatIsTooMuchSaysNothing(String list) throws Exception {
        var tools = new StringBuilder();
        for (var index = 0; index < 10_000; index++) {
            tools.append(index == 0 ? "" : ",").append("{\"name\":\"tool-%d\"}".formatted(index));
        }
        var cursors = new AtomicInteger();
        try (var server = FakeMcp.modern((call, socket) -> ok(
                        socket,
                        JSON,
                        reply(
                                call,
                                list.replace("TEN_THOUSAND", tools)
                                        .replace("MEGABYTES", "x".repeat(5 * 1024 * 1024))
                                        .replace("THIRTY_THOUSAND", ",{}".repeat(30_000))
                                        .replace("TEN_THOUSAND_VALUES", ",{}".repeat(10_000))
                                        .replace("CURSOR", "c" + cursors.incrementAndGet()))));
                var calls = McpCalls.on(server.url())) {
            assertThat(calls.check("greet", Optional.empty())).isEqualTo(new StatementCheck.Unknown());
        }
    }

    private static String message(StatementCheck check) {
        return ((StatementCheck.Refused) check).message().words();
    }
}
