package dev.hyperterse.runtime.mcp.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The metadata of a request, and headers that repeat it. */
class ModernHeadersTest {
    private static final String CAPABILITIES = "\"io.modelcontextprotocol/clientCapabilities\":{}";
    private static final String NAMED = "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"";

    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching()
            .with(Exposure.Direct)
            .catalog(
                    1,
                    Leaves.tool("films", "Films on show"),
                    Leaves.resource("test://é", Leaves.text("one")),
                    Leaves.prompt("greet", List.of())));

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",\"params\":{}",
                ",\"params\":[]",
                ",\"params\":{\"_meta\":7}",
                ",\"params\":{\"_meta\":{" + CAPABILITIES + "}}",
                ",\"params\":{\"_meta\":{" + NAMED + "}}",
                ",\"params\":{\"_meta\":{" + NAMED + ",\"io.modelcontextprotocol/clientCapabilities\":[]}}",
                ",\"params\":{\"_meta\":{" + NAMED + "," + CAPABILITIES
                        + ",\"io.modelcontextprotocol/logLevel\":\"loud\"}}",
                ",\"params\":{\"_meta\":{" + NAMED + "," + CAPABILITIES + ",\"io.modelcontextprotocol/logLevel\":7}}",
            })
    void metadataOfARequestIsRequired(String params) throws Exception {
        var answer = endpoint.post(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"" + params + "}",
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/list");

        assertRefused(answer, -32602);
    }

    @Test
    void otherMetadataIsOptional() throws Exception {
        assertThat(ModernRequest.of("tools/list").post(endpoint).statusCode()).isEqualTo(200);
        assertThat(ModernRequest.of("tools/list")
                        .withMeta("\"io.modelcontextprotocol/clientInfo\":7")
                        .post(endpoint)
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"'', -32020", "2025-11-25, -32020", "2099-01-01, -32020"})
    void versionHeaderMatchesTheMessage(String header, int code) throws Exception {
        var headers = header.isEmpty()
                ? new String[] {"Mcp-Method", "tools/list"}
                : new String[] {"Mcp-Method", "tools/list", "MCP-Protocol-Version", header};

        assertRefused(endpoint.post(ModernRequest.of("tools/list").body(), headers), code);
    }

    /** A proxy may have checked either of two headers. */
    @ParameterizedTest
    @CsvSource({
        "MCP-Protocol-Version, 2026-07-28, films",
        "Mcp-Method, tools/call, films",
        "Mcp-Name, films, films",
        "Mcp-Name, other, films",
    })
    void duplicateHeaderIsAMismatch(String header, String value, String tool) throws Exception {
        assertRefused(ModernRequest.call(tool, "{}").post(endpoint, header, value), -32020);
    }

    /** A proxy may check Mcp-Name for one version while the server reads the message by the other. */
    @ParameterizedTest
    @CsvSource({"2025-11-25, 2026-07-28", "2026-07-28, 2025-11-25", "2025-06-18, 2025-11-25"})
    void twoVersionsAreAMismatchInEveryEra(String first, String second) throws Exception {
        var sessionless = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"films\"}}";
        String[] headers = {
            "MCP-Protocol-Version",
            first,
            "MCP-Protocol-Version",
            second,
            "Mcp-Method",
            "tools/call",
            "Mcp-Name",
            "other"
        };

        assertRefused(endpoint.post(sessionless, headers), -32020);
        assertRefused(endpoint.post(ModernRequest.call("films", "{}").body(), headers), -32020);
        var unaddressed = new ArrayList<>(List.of(endpoint.post("[" + sessionless + "]", headers)));
        for (var method : List.of("GET", "DELETE")) {
            var answer = endpoint.client()
                    .send(
                            endpoint.request(headers)
                                    .method(method, BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.ofString());
            unaddressed.add(answer);
        }
        assertThat(unaddressed).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(Leaves.json(answer.body()).at("/error/code").intValue()).isEqualTo(-32020);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tools/list", "TOOLS/CALL", "tools/call;a"})
    void methodHeaderMatchesTheMessage(String header) throws Exception {
        var request = ModernRequest.call("films", "{}");
        var headers = header.isEmpty()
                ? new String[] {"MCP-Protocol-Version", "2026-07-28", "Mcp-Name", "films"}
                : new String[] {"MCP-Protocol-Version", "2026-07-28", "Mcp-Name", "films", "Mcp-Method", header};

        assertRefused(endpoint.post(request.body(), headers), -32020);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Mcp-Method           |            | Mcp-Method is missing; it repeats the method of the message
            Mcp-Method           | tools/list | Mcp-Method differs from the method of the message
            Mcp-Method           | tools/call,tools/call | Mcp-Method appears 2 times; send it once
            Mcp-Name             |            | Mcp-Name is missing; it repeats the name or the URI in the message
            Mcp-Name             | other      | Mcp-Name differs from the name or the URI in the message
            Mcp-Name             | films,films,films | Mcp-Name appears 3 times; send it once
            MCP-Protocol-Version |            | MCP-Protocol-Version is missing; it repeats the version in '_meta'
            MCP-Protocol-Version | 2026-07-28,2026-07-28 | MCP-Protocol-Version appears 2 times; send it once
            """)
    void mismatchSaysWhatIsWrong(String header, String values, String message) throws Exception {
        var headers = new ArrayList<String>();
        Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "films")
                .forEach((name, value) -> {
                    var sent = name.equals(header) ? Optional.ofNullable(values).orElse("") : value;
                    for (var one : sent.isEmpty() ? new String[0] : sent.split(",")) {
                        headers.addAll(List.of(name, one));
                    }
                });

        var answer = endpoint.post(ModernRequest.call("films", "{}").body(), headers.toArray(String[]::new));

        assertRefused(answer, -32020);
        assertThat(Leaves.json(answer.body()).at("/error/message").stringValue())
                .isEqualTo("Header mismatch: " + message);
    }

    @ParameterizedTest
    @CsvSource({
        "films, true",
        "=?base64?ZmlsbXM=?=, true",
        "' films ', true",
        "FILMS, false",
        "=?base64?ZmlsbXM?=, false",
        "=?base64?ZmlsbXN=?=, false",
        "=?BASE64?ZmlsbXM=?=, false",
        "=?base64?Zmls!bXM=?=, false",
        "=?base64?/w==?=, false",
        "=?base64?=, false",
        "=?base64?ZmlsbXM=, false",
        "ZmlsbXM=, false",
        "'', false",
    })
    void nameHeaderMatchesTheMessage(String header, boolean same) throws Exception {
        var body = ModernRequest.call("films", "{}").body();
        var answer = header.isEmpty()
                ? endpoint.post(body, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call")
                : endpoint.post(
                        body, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", header);

        if (same) {
            assertThat(answer.statusCode()).isEqualTo(200);
        } else {
            assertRefused(answer, -32020);
        }
    }

    @Test
    void nonAsciiNameIsEncodedInTheHeader() throws Exception {
        var request = ModernRequest.read("test://é");
        String[] headers = {"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "resources/read", "Mcp-Name", ""};

        headers[5] = "=?base64?dGVzdDovL8Op?=";
        assertThat(endpoint.post(request.body(), headers).statusCode()).isEqualTo(200);
        headers[5] = "test://e";
        assertRefused(endpoint.post(request.body(), headers), -32020);
    }

    @Test
    void nameHeaderOfPromptsMatchesTheMessage() throws Exception {
        var request = ModernRequest.prompt("greet", "{}");

        assertThat(request.post(endpoint).statusCode()).isEqualTo(200);
        assertRefused(
                endpoint.post(
                        request.body(),
                        "MCP-Protocol-Version",
                        "2026-07-28",
                        "Mcp-Method",
                        "prompts/get",
                        "Mcp-Name",
                        "other"),
                -32020);
    }

    private static void assertRefused(HttpResponse<String> answer, int code) {
        assertThat(answer.statusCode()).isEqualTo(400);
        var json = Leaves.json(answer.body());
        assertThat(json.at("/error/code").intValue()).isEqualTo(code);
        assertThat(json.get("id").intValue()).isEqualTo(7);
    }
}
