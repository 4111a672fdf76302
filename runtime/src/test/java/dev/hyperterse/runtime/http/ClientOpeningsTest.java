package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first messages of current clients, as recorded. Those that know both eras ask {@code server/discover} first, and begin
 * a session where they do not find the modern one.
 */
class ClientOpeningsTest {
    /** {@code @modelcontextprotocol/client} 2.4.0, {@code versionNegotiation: {mode: 'auto'}}. */
    private static final String TYPESCRIPT = """
            {"jsonrpc":"2.0","id":"server-discover-probe-1","method":"server/discover","params":{"_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientInfo":{"name":"probe","version":"1"},\
            "io.modelcontextprotocol/clientCapabilities":{}}}}""";

    /** {@code mcp} 2.3.0 of PyPI, as it comes. */
    private static final String PYTHON = """
            {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},\
            "io.modelcontextprotocol/clientCapabilities":{}}}}""";

    private static final String SUPPORTED =
            "[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]";

    private final TestEndpoint endpoint =
            new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("films", "Films on show")));

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {TYPESCRIPT, PYTHON})
    void discoveryOfAModernClientListsTheVersions(String probe) throws Exception {
        var found = endpoint.post(
                probe,
                "accept",
                TestEndpoint.EVENTS,
                "mcp-protocol-version",
                "2026-07-28",
                "mcp-method",
                "server/discover");

        assertThat(found.statusCode()).isEqualTo(200);
        var answer = Leaves.json(found.body());
        assertThat(answer.get("id")).isEqualTo(Leaves.json(probe).get("id"));
        assertThat(answer.at("/result/supportedVersions")).isEqualTo(Leaves.json(SUPPORTED));
    }

    /** Codex 0.165 opens with the older, the two above go on with the newer. */
    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void clientOfTheLegacyEraBeginsASession(String version) throws Exception {
        assertThatASessionBeginsWith(version);
    }

    /** Without {@code _meta} a probe is an unknown method, which sends clients to the legacy era as well. */
    @Test
    void discoveryWithoutAVersionIsAnUnknownMethod() throws Exception {
        assertThat(endpoint.call("server/discover", "{}").at("/error/code").intValue())
                .isEqualTo(-32601);
    }

    /** A server must not refuse a version that it lists as supported. */
    @ParameterizedTest
    @CsvSource({"2025-11-25, true", "2025-06-18, true", "2099-01-01, false"})
    void onlyUnsupportedVersionsInTheMetadataAreRefused(String version, boolean spoken) throws Exception {
        var answer = endpoint.call(
                "tools/list", "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + version + "\"}}");

        assertThat(answer.has("result")).isEqualTo(spoken);
        assertThat(answer.at("/error/code").asInt(0)).isEqualTo(spoken ? 0 : -32022);
    }

    @Test
    void versionOfAnotherTypeIsAnInvalidParameter() throws Exception {
        var answer = endpoint.call("tools/list", "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":7}}");

        assertThat(answer.at("/error/code").intValue()).isEqualTo(-32602);
    }

    /** Without them, a browser hides the response to the probe from the page. */
    @Test
    void pagesMaySendTheHeadersOfTheModernEra() throws Exception {
        var preflight = endpoint.client()
                .send(
                        endpoint.request("Origin", "https://inspector.example", "Access-Control-Request-Method", "POST")
                                .method("OPTIONS", BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding());

        assertThat(preflight
                        .headers()
                        .firstValue("Access-Control-Allow-Headers")
                        .orElseThrow())
                .contains("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name");
    }

    private void assertThatASessionBeginsWith(String version) throws Exception {
        var began = endpoint.post(
                "{\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + version + "\",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}},\"jsonrpc\":\"2.0\",\"id\":0}",
                "accept",
                TestEndpoint.EVENTS);
        assertThat(Leaves.json(began.body()).at("/result/protocolVersion").stringValue())
                .isEqualTo(version);
        String[] session = {
            "mcp-session-id",
            began.headers().firstValue("Mcp-Session-Id").orElseThrow(),
            "mcp-protocol-version",
            version
        };
        assertThat(endpoint.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", session)
                        .statusCode())
                .isEqualTo(202);
        assertThat(endpoint.call("tools/list", "{}", session).at("/result/tools"))
                .hasSize(2);
    }
}
