package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.http.request.RequestOrigin;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransportRulesTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1));

    @Test
    void heartbeatNeedsNoHeaders() throws Exception {
        var response = endpoint.client()
                .send(HttpRequest.newBuilder(endpoint.uri("/heartbeat")).build(), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"success\":true}");
    }

    @Test
    void heartbeatIsReadOnly() throws Exception {
        var response = endpoint.client()
                .send(
                        HttpRequest.newBuilder(endpoint.uri("/heartbeat"))
                                .method("POST", HttpRequest.BodyPublishers.ofString(PING))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/mcp/other", "/mcpx", "/heartbeat/x", "/search/explanation"})
    void otherPathsAreNotFound(String path) throws Exception {
        var response = endpoint.client()
                .send(HttpRequest.newBuilder(endpoint.uri(path)).build(), BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
    }

    @ParameterizedTest
    @CsvSource({"PUT, application/json, 405", "GET, application/json, 400", "POST, text/plain, 415"})
    void pagesMayReadRefusals(String method, String contentType, int status) throws Exception {
        var response = endpoint.client()
                .send(
                        endpoint.request("Content-Type", contentType, "Origin", "https://example.com")
                                .method(method, HttpRequest.BodyPublishers.ofString(PING))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
    }

    @Test
    void anyPageMayReadEveryAnswer() throws Exception {
        for (var response :
                List.of(endpoint.post(PING), endpoint.post("nonsense"), endpoint.post(PING, "Mcp-Session-Id", "x"))) {
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains("*");
            assertThat(response.headers().firstValue("Access-Control-Expose-Headers"))
                    .contains("Mcp-Session-Id, WWW-Authenticate, Retry-After");
        }
    }

    @Test
    void preflightNamesTheHeadersOfClients() throws Exception {
        var response = endpoint.client()
                .send(
                        endpoint.request("Origin", "https://example.com")
                                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
                .contains("Authorization", "X-API-Key", "Mcp-Session-Id", "MCP-Protocol-Version", "Last-Event-ID");
        assertThat(response.headers().firstValue("Access-Control-Allow-Methods").orElseThrow())
                .contains("DELETE");
    }

    @Test
    void preflightNamesEachHeaderOnceAndThoseOfScripts() throws Exception {
        var open = Servers.searching().catalog(1);
        var catalog = new Catalog(
                open.revision(),
                open.server()
                        .with(draft ->
                                draft.scripts = Optional.of(ScriptSettings.DEFAULT.with(List.of("x-team", "accept")))),
                open.leaves(),
                open.values());
        try (var scripted = new TestEndpoint(catalog)) {
            var response = scripted.client()
                    .send(
                            scripted.request(
                                            "Origin",
                                            "https://example.com",
                                            "Access-Control-Request-Headers",
                                            "mcp-param-id, Mcp-Param-Id")
                                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.ofString());

            var names = response.headers()
                    .firstValue("Access-Control-Allow-Headers")
                    .orElseThrow();
            assertThat(List.of(names.toLowerCase(Locale.ROOT).split(", ")))
                    .doesNotHaveDuplicates()
                    .contains("x-team", "accept", "mcp-param-id");
        }
    }

    /** A proxy may have checked either of them, as with all other headers. */
    @ParameterizedTest
    @CsvSource({"GET, true", "POST, true", "DELETE, true", "POST, false"})
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void twoSessionIdsAreRefused(String method, boolean same) throws Exception {
        var session = endpoint.initialize("2025-11-25");
        var other = same ? session : endpoint.initialize("2025-11-25");

        var refused = endpoint.client()
                .send(
                        endpoint.request(
                                        "Content-Type",
                                        "application/json",
                                        "Accept",
                                        TestEndpoint.EVENTS,
                                        "Mcp-Session-Id",
                                        session,
                                        "Mcp-Session-Id",
                                        other)
                                .method(method, HttpRequest.BodyPublishers.ofString(PING))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("there is more than one header Mcp-Session-Id");
        assertThat(endpoint.post(PING, "Mcp-Session-Id", session).statusCode())
                .as("it has not ended")
                .isEqualTo(200);
    }

    @Test
    void pageOfAnotherOriginIsRefused() throws Exception {
        try (var strict = new TestEndpoint(Servers.searching()
                .with(new Http(List.of("https://ours.example"), List.of()))
                .catalog(1))) {
            assertThat(strict.post(PING, "Origin", "https://evil.example").statusCode())
                    .isEqualTo(403);
            var ours = strict.post(PING, "Origin", "https://ours.example");
            assertThat(ours.statusCode()).isEqualTo(200);
            assertThat(ours.headers().firstValue("Access-Control-Allow-Origin")).contains("https://ours.example");
            assertThat(ours.headers().firstValue("Vary")).contains("Origin");
            assertThat(strict.post(PING).statusCode()).as("no page at all").isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "localhost:1234, 200",
        "127.0.0.1:80, 200",
        "127.8.9.10, 200",
        "[::1]:8080, 200",
        "evil.example, 403",
        "localhost.evil.example, 403",
        "127.0.0.1.evil.example, 403"
    })
    void hostMustBeLoopbackOnALoopbackConnection(String host, int status) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("""
                    POST /mcp HTTP/1.1
                    Host: %s
                    Content-Type: application/json
                    Content-Length: %d""".formatted(host, PING.length()), PING.getBytes());

            assertThat(wire.status()).isEqualTo(status);
        }
    }

    @Test
    void hostsAndOriginsAreAdmittedBySettings() {
        var pod = new RequestOrigin(false);
        var laptop = new RequestOrigin(true);
        var any = new Http(List.of("*"), List.of());
        var named = new Http(List.of("*"), List.of("shop.example"));

        assertThat(pod.admitsHost(any, Optional.of("10.1.2.3:8080"), false)).isTrue();
        assertThat(pod.admitsHost(named, Optional.of("shop.example:80"), false)).isTrue();
        assertThat(pod.admitsHost(named, Optional.of("shop.example:80"), true)).isTrue();
        assertThat(pod.admitsHost(named, Optional.of("Shop.Example"), false))
                .as("names of hosts have no case")
                .isTrue();
        assertThat(pod.admitsHost(named, Optional.of("other.example"), false)).isFalse();
        assertThat(pod.admitsHost(any, Optional.empty(), true)).isFalse();
        assertThat(laptop.admitsOrigin(any, Optional.of("http://localhost:6274")))
                .isTrue();
        assertThat(laptop.admitsOrigin(any, Optional.of("http://[::1]:6274"))).isTrue();
        assertThat(laptop.admitsOrigin(any, Optional.of("https://evil.example")))
                .isFalse();
        assertThat(laptop.admitsOrigin(any, Optional.of("null"))).isFalse();
        assertThat(laptop.admitsOrigin(any, Optional.of("not an origin"))).isFalse();
    }

    @Test
    void unknownVersionIsRefusedWithTheSupportedOnes() throws Exception {
        var byHeader = endpoint.post(PING, "MCP-Protocol-Version", "2099-01-01");
        var byBody = endpoint.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"2099-01-01\"}}}");

        for (var response : List.of(byHeader, byBody)) {
            assertThat(response.statusCode()).isEqualTo(400);
            var error = Leaves.json(response.body()).get("error");
            assertThat(error.get("code").intValue()).isEqualTo(-32022);
            assertThat(error.at("/data/requested").stringValue()).isEqualTo("2099-01-01");
            assertThat(error.at("/data/supported/0").stringValue()).isEqualTo("2026-07-28");
        }
    }

    @Test
    void batchOfTheModernEraIsRefusedAsAWhole() throws Exception {
        var named = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"_meta\":"
                + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";
        var byHeader = endpoint.post("[" + PING + "]", "MCP-Protocol-Version", "2026-07-28");
        var byBody = endpoint.post("[{\"id\":2}," + PING + "," + named + "]");

        for (var response : List.of(byHeader, byBody)) {
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(Leaves.json(response.body()).at("/error/code").intValue())
                    .isEqualTo(-32600);
        }
    }

    @ParameterizedTest
    @CsvSource({"2025-06-18, 200", "2025-03-26, 200", "1999-01-01, 400", "latest, 400"})
    void versionHeaderMustBeKnown(String version, int status) throws Exception {
        assertThat(endpoint.post(PING, "MCP-Protocol-Version", version).statusCode())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"GET", "DELETE"})
    void listenAndDeleteNeedASession(String method) throws Exception {
        assertThat(status(method)).isEqualTo(400);
        assertThat(status(method, "Mcp-Session-Id", "forged")).isEqualTo(404);
        assertThat(status(method, "MCP-Protocol-Version", "2026-07-28")).isEqualTo(405);
        assertThat(status(method, "MCP-Protocol-Version", "nonsense")).isEqualTo(400);
    }

    @Test
    void forgedSessionIsUnknown() throws Exception {
        var response = endpoint.post(PING, "Mcp-Session-Id", "forged");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).contains("-32001").contains("\"id\":1");
    }

    @Test
    void endedSessionIsUnknown() throws Exception {
        var id = endpoint.initialize("2025-06-18");

        assertThat(status("DELETE", "Mcp-Session-Id", id)).isEqualTo(204);
        assertThat(endpoint.post(PING, "Mcp-Session-Id", id).statusCode()).isEqualTo(404);
    }

    @Test
    void batchesAreAcceptedForTheirVersionOnly() throws Exception {
        var batch = "[" + PING + ",{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"no/such\"},{\"id\":3}]";
        var answers = Leaves.json(
                endpoint.post(batch, "MCP-Protocol-Version", "2025-03-26").body());

        assertThat(answers.size()).isEqualTo(3);
        assertThat(answers.at("/0/result").isObject()).isTrue();
        assertThat(answers.at("/1/error/code").intValue()).isEqualTo(-32601);
        assertThat(answers.at("/2/error/code").intValue()).isEqualTo(-32600);
        assertThat(endpoint.post(batch, "MCP-Protocol-Version", "2025-06-18").statusCode())
                .isEqualTo(400);
        assertThat(endpoint.post("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]")
                        .statusCode())
                .isEqualTo(202);
    }

    private int status(String method, String... headers) throws Exception {
        return endpoint.client()
                .send(
                        endpoint.request(headers)
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }
}
