package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.ServerSettings;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
class StdioEndpointTest {
    private static final String MODERN = "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"";

    private static final String TOO_LARGE = "Invalid request: larger than limits.maxRequestSize";

    @TempDir
    private Path folder;

    @Test
    void aConversationOverPipes() throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var pipe = Conversation.with(quickstart);

            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
            assertThat(pipe.next().at("/result/serverInfo/name").asString()).isEqualTo("shop");

            pipe.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            pipe.send("");
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
            assertThat(pipe.next().at("/result/tools")).hasSize(2);

            pipe.send("not json");
            assertThat(pipe.next().at("/error/code").asInt()).isEqualTo(-32700);

            quickstart.edit("tools.yaml", "the details of one order", "Every item of an order");
            assertThat(pipe.next().at("/method").asString()).isEqualTo("notifications/tools/list_changed");

            pipe.end();
        }
    }

    /** As recorded of {@code @modelcontextprotocol/client} 2.4.0 and of {@code mcp} 2.3.0 of PyPI. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"server-discover-probe-1\",\"method\":\"server/discover\",\"params\":{\"_meta\":{"
                        + MODERN
                        + ",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}",
                "1,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
                        + MODERN
                        + ",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"mcp\",\"version\":\"0.1.0\"}"
            })
    void clientOfTheModernEraGetsTheVersionsAndMayBeginASession(String probe) throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var request =
                    "{\"jsonrpc\":\"2.0\",\"id\":" + probe + ",\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
            // A notification has no answer, not even one that refuses it: a client would take it for a broken line.
            var given = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"_meta\":{" + MODERN
                    + "}}}";
            var answers = exchange(
                    quickstart,
                    request,
                    given,
                    "{\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                            + "\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}},\"jsonrpc\":\"2.0\",\"id\":\"begin\"}");

            assertThat(answers).hasSize(2);
            var discovered = answers.stream()
                    .filter(answer -> answer.get("id")
                            .equals(JsonMapper.shared().readTree(request).get("id")))
                    .findFirst()
                    .orElseThrow();
            assertThat(discovered.at("/result/supportedVersions/0").asString()).isEqualTo("2026-07-28");
            assertThat(answers)
                    .extracting(answer -> answer.at("/result/protocolVersion").asString(""))
                    .contains("2025-11-25");
        }
    }

    /** Without a session, without headers, and with several requests at once. */
    @Test
    void aConversationOfTheModernEra() throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var pipe = Conversation.with(quickstart);

            pipe.send(modern(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true},"));
            assertThat(pipe.next().at("/params/notifications/toolsListChanged").asBoolean())
                    .isTrue();
            pipe.send(modern(2, "tools/list", ""));
            assertThat(pipe.next().at("/result/tools")).hasSize(2);

            quickstart.edit("tools.yaml", "the details of one order", "Every item of an order");
            var changed = pipe.next();
            assertThat(changed.at("/method").asString()).isEqualTo("notifications/tools/list_changed");
            assertThat(changed.at("/params/_meta/io.modelcontextprotocol~1subscriptionId")
                            .asInt())
                    .isEqualTo(1);

            pipe.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            pipe.send(modern(3, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true},"));
            assertThat(pipe.next()
                            .at("/params/_meta/io.modelcontextprotocol~1subscriptionId")
                            .asInt())
                    .isEqualTo(3);
            pipe.end();

            var end = pipe.next();
            assertThat(end.get("id").asInt())
                    .as("the cancelled one has no result")
                    .isEqualTo(3);
            assertThat(end.at("/result/resultType").asString()).isEqualTo("complete");
        }
    }

    /** The client of a pipe cannot begin another session, and it cannot come back to a stream. */
    @Test
    void theSessionOfAPipeLastsAsLongAsThePipe() throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            quickstart.edit("server.yaml", "  auth:\n", "  sessions: {maxAge: 1ms}\n  auth:\n");
            await(quickstart, settings -> settings.sessions().maxAgeMillis() == 1);
            var pipe = Conversation.with(quickstart);
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}");
            pipe.next();

            // Callers without credentials have to authenticate, so their streams end.
            quickstart.edit("server.yaml", "    mode: Anonymous\n", """
                        mode: Required
                        required: [sso]
                        resource: https://shop.example.com/mcp
                        plugins:
                          - name: sso
                            jwt: {issuer: "http://127.0.0.1:9"}
                    """);
            await(quickstart, settings -> !settings.auth().required().isEmpty());
            quickstart.edit("tools.yaml", "the details of one order", "Every item of an order");
            assertThat(pipe.next().at("/method").asString()).isEqualTo("notifications/tools/list_changed");
            pipe.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
            assertThat(pipe.next().at("/result/tools")).hasSize(2);

            pipe.end();
        }
    }

    /** Until the limit of the test interrupts it. */
    private static void await(Quickstart quickstart, Predicate<ServerSettings> condition) {
        var catalogs = quickstart.replica().catalogs();
        while (!condition.test(catalogs.current().orElseThrow().settings())) {
            if (Thread.interrupted()) {
                throw new AssertionError("never happened; told was: " + quickstart.told());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String modern(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s\"_meta\":{%s,\"io.modelcontextprotocol/clientCapabilities\":{}}}}"
                .formatted(id, method, params, MODERN);
    }

    @Test
    void lineLongerThanARequestMayBeIsRefusedAndTheNextOneServed() throws Exception {
        try (var quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"))) {
            var most = Math.toIntExact(quickstart
                    .replica()
                    .catalogs()
                    .current()
                    .orElseThrow()
                    .settings()
                    .limits()
                    .maxRequestSize());
            var ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
            var longest = ping + " ".repeat(most - ping.length());

            var answers = exchange(quickstart, longest + " ", longest, ping + "\r", "x".repeat(3 * most), ping);

            assertThat(answers)
                    .extracting(answer -> answer.at("/error/message").asString("served"))
                    .containsExactly(TOO_LARGE, "served", "served", TOO_LARGE, "served");
            assertThat(answers.getFirst().get("id").isNull()).isTrue();
            assertThat(answers.getFirst().at("/error/code").asInt()).isEqualTo(-32600);
        }
    }

    /** Everything that is answered to these lines. */
    private static List<JsonNode> exchange(Quickstart quickstart, String... lines) throws IOException {
        var answers = new ByteArrayOutputStream();
        new StdioEndpoint(quickstart.replica(), answers)
                .serve(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        return answers.toString(StandardCharsets.UTF_8)
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    /** The client's side of a pipe. */
    private record Conversation(OutputStream requests, BufferedReader lines, Thread served) {
        static Conversation with(Quickstart quickstart) throws IOException {
            var input = Pipe.open();
            var output = Pipe.open();
            var in = Channels.newInputStream(input.source());
            var endpoint = new StdioEndpoint(quickstart.replica(), Channels.newOutputStream(output.sink()));
            return new Conversation(
                    Channels.newOutputStream(input.sink()),
                    new BufferedReader(
                            new InputStreamReader(Channels.newInputStream(output.source()), StandardCharsets.UTF_8)),
                    Thread.ofVirtual().start(() -> serve(endpoint, in)));
        }

        private static void serve(StdioEndpoint endpoint, InputStream in) {
            try {
                endpoint.serve(in);
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }

        void send(String message) throws IOException {
            requests.write((message + "\n").getBytes(StandardCharsets.UTF_8));
            requests.flush();
        }

        JsonNode next() throws IOException {
            return JsonMapper.shared().readTree(lines.readLine());
        }

        void end() throws IOException, InterruptedException {
            requests.close();
            served.join();
        }
    }
}
