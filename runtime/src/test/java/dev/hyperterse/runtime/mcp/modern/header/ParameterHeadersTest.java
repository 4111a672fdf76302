package dev.hyperterse.runtime.mcp.modern.header;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.ModernRequest;
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

/** Arguments that clients repeat in headers, as the schema of a tool requires. */
class ParameterHeadersTest {
    private static final String SCHEMA = """
            {"type":"object","properties":{
              "region":{"type":"string","x-mcp-header":"Region"},
              "shelf":{"type":"integer","x-mcp-header":"Shelf"},
              "open":{"type":"boolean","x-mcp-header":"Open"},
              "shop":{"type":"object","properties":{"city":{"type":"string","x-mcp-header":"City"}}},
              "other":{"type":"string"}}}""";

    private final Servers server = Servers.searching().with(Exposure.SearchAndDirect);
    private final TestEndpoint endpoint =
            new TestEndpoint(server.catalog(1, tool(SCHEMA), Leaves.tool("plain", "Plain")));

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private static ToolLeaf tool(String schema) {
        return Leaves.tool("stock", "What is there").with(draft -> draft.inputSchema = Leaves.json(schema));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"region":"eu"}                | Mcp-Param-Region | eu                   | true
            {"region":"eu"}                | mcp-param-REGION | eu                   | true
            {"region":"eu"}                | Mcp-Param-Region | =?base64?ZXU=?=      | true
            {"region":"é"}                 | Mcp-Param-Region | =?base64?w6k=?=      | true
            {"region":"=?base64?ZXU=?="}   | Mcp-Param-Region | =?base64?PT9iYXNlNjQ/WlhVPT89?= | true
            {"region":"=?base64?ZXU=?="}   | Mcp-Param-Region | =?base64?ZXU=?=      | false
            {"region":"eu"}                | Mcp-Param-Region | us                   | false
            {"region":"eu"}                | Mcp-Param-Region | EU                   | false
            {"region":"eu"}                | Mcp-Param-Region | =?base64?ZXU?=       | false
            {"region":"eu"}                | Mcp-Param-Other  | eu                   | false
            {"region":null}                | Mcp-Param-Other  | eu                   | true
            {"region":null}                | Mcp-Param-Region | eu                   | false
            {}                             | Mcp-Param-Region | eu                   | false
            {}                             | Mcp-Param-Other  | eu                   | true
            {"shelf":42}                   | Mcp-Param-Shelf  | 42                   | true
            {"shelf":42}                   | Mcp-Param-Shelf  | 42.0                 | true
            {"shelf":4.2e1}                | Mcp-Param-Shelf  | 42                   | true
            {"shelf":42}                   | Mcp-Param-Shelf  | 43                   | false
            {"shelf":42}                   | Mcp-Param-Shelf  | 1e999999999          | false
            {"shelf":42}                   | Mcp-Param-Shelf  | forty-two            | false
            {"open":true}                  | Mcp-Param-Open   | true                 | true
            {"open":true}                  | Mcp-Param-Open   | TRUE                 | false
            {"shop":{"city":"Rome"}}       | Mcp-Param-City   | Rome                 | true
            {"shop":{"city":"Rome"}}       | Mcp-Param-City   | Paris                | false
            {"shop":7}                     | Mcp-Param-Other  | Rome                 | true
            """)
    void headerMatchesTheArgument(String arguments, String header, String value, boolean same) throws Exception {
        var answer = ModernRequest.call("stock", arguments).post(endpoint, header, value);

        assertThat(answer.statusCode()).isEqualTo(same ? 200 : 400);
        assertThat(Leaves.json(answer.body()).at("/error/code").asInt(0)).isEqualTo(same ? 0 : -32020);
    }

    /** Gateways go by the header, whatever the client has seen; the list of this server has the entry tools alone. */
    @Test
    void headerOfAClientThatHasNotSeenTheSchemaMayBeAbsentAndMayNotDiffer() throws Exception {
        try (var searching = new TestEndpoint(
                Servers.searching().with(Exposure.Search).catalog(1, tool(SCHEMA), Leaves.tool("plain", "Plain")))) {
            var call = ModernRequest.call("stock", "{\"region\":\"eu\"}");
            assertThat(call.post(searching).statusCode()).isEqualTo(200);
            assertThat(call.post(searching, "Mcp-Param-Region", "eu").statusCode())
                    .isEqualTo(200);
            assertThat(call.post(searching, "Mcp-Param-Region", "us").statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void messageNamesTheHeaderAndTheArgument() throws Exception {
        assertThat(ModernRequest.call("stock", "{\"shop\":{\"city\":\"Rome\"}}")
                        .answer(endpoint)
                        .at("/error/message")
                        .stringValue())
                .contains("Mcp-Param-City", "'shop.city'");
    }

    @Test
    void duplicateHeaderIsAMismatch() throws Exception {
        var answer = ModernRequest.call("stock", "{\"region\":\"eu\"}")
                .post(endpoint, "Mcp-Param-Region", "eu", "Mcp-Param-Region", "eu");

        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void toolsWithoutHeaderInputsAndExecuteNeedNoHeaders() throws Exception {
        assertThat(ModernRequest.call("plain", "{\"region\":\"eu\"}")
                        .post(endpoint)
                        .statusCode())
                .isEqualTo(200);
        assertThat(ModernRequest.execute("stock", "{\"region\":\"eu\"}")
                        .answer(endpoint)
                        .has("result"))
                .isTrue();
    }

    @Test
    void clientsWithSessionsNeedNoHeaders() throws Exception {
        assertThat(endpoint.call("tools/call", "{\"name\":\"stock\",\"arguments\":{\"region\":\"eu\"}}")
                        .has("result"))
                .isTrue();
    }

    /** Clients must not call such a tool, so a client that calls it has not read its schema. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"region\":{\"type\":\"number\",\"x-mcp-header\":\"Region\"}}",
                "{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"\"}}",
                "{\"region\":{\"type\":\"string\",\"x-mcp-header\":7}}",
                "{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"a b\"}}",
                "{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"A\"},\"b\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}",
            })
    void invalidAnnotationsRequireNoHeader(String properties) throws Exception {
        endpoint.catalogs().swap(server.catalog(2, tool("{\"type\":\"object\",\"properties\":" + properties + "}")));

        assertThat(ModernRequest.call("stock", "{\"region\":\"eu\"}")
                        .post(endpoint)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void preflightAllowsParameterHeaders() throws Exception {
        var preflight = endpoint.client()
                .send(
                        endpoint.request(
                                        "Origin",
                                        "https://inspector.example",
                                        "Access-Control-Request-Method",
                                        "POST",
                                        "Access-Control-Request-Headers",
                                        "content-type, mcp-param-region, x-other, mcp-param-a\"b")
                                .method("OPTIONS", BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding());

        assertThat(preflight
                        .headers()
                        .firstValue("Access-Control-Allow-Headers")
                        .orElseThrow())
                .contains("mcp-param-region")
                .doesNotContain("x-other", "mcp-param-a");
    }
}
