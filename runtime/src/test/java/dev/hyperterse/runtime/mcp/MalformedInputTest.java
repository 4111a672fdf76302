package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedInputTest {
    private TestEndpoint endpoint;

    @BeforeAll
    void start() {
        endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("get-orders", "Orders")));
    }

    @AfterAll
    void stop() {
        endpoint.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // body | status | code | id of the error
                "not json | 400 | -32700 | null",
                "`` | 400 | -32700 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\" | 400 | -32700 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {} | 400 | -32700 | null",
                "{'jsonrpc':'2.0'} | 400 | -32700 | null",
                "5 | 400 | -32600 | null",
                "\"text\" | 400 | -32600 | null",
                "{} | 400 | -32600 | null",
                "[] | 400 | -32600 | null",
                "[1] | 400 | -32600 | null",
                "{\"id\":1,\"method\":\"ping\"} | 400 | -32600 | 1",
                "{\"jsonrpc\":\"1.0\",\"id\":\"x\",\"method\":\"ping\"} | 400 | -32600 | \"x\"",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | 400 | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"} | 400 | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"} | 400 | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":[]} | 400 | -32600 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"} | 200 | -32601 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":[]} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":5}} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":5}} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"none\"}} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"loud\"}} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":\"none\"}} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{}} | 200 | -32602 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"a://b\"}} | 200 | -32002 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"a://b\"}} | 200 | -32002 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"completion/complete\",\"params\":{}} | 200 | -32602 | 1",
            })
    void malformedMessageIsAnsweredWithItsStatusAndCode(String body, int status, int code, String id) throws Exception {
        var response = endpoint.post(body);

        assertThat(response.statusCode()).isEqualTo(status);
        var json = Leaves.json(response.body());
        assertThat(json.at("/error/code").intValue()).isEqualTo(code);
        assertThat(json.get("id")).isEqualTo(Leaves.json(id));
        assertThat(json.at("/error/message").stringValue()).doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/of/the/future\"}",
            })
    void notificationsAreAcceptedWithoutABody(String body) throws Exception {
        var response = endpoint.post(body);

        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.body()).isEmpty();
    }

    /** The client expects that the response is used, so it gets an error. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":1,\"message\":\"no\"}}",
            })
    void unexpectedResponseIsRefused(String body) throws Exception {
        var response = endpoint.post(body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Leaves.json(response.body()).at("/error/code").intValue()).isEqualTo(-32600);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/\\ud800\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"_meta\":"
                        + "{\"io.modelcontextprotocol/protocolVersion\":\"\\udfff\"}}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%s}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"n\":1e999999999}}",
            })
    void invalidTextOrNumberIsAParseErrorAndNotAnInternalError(String body) throws Exception {
        var response = endpoint.post(body.replace("%s", "9".repeat(2_000)));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Leaves.json(response.body()).at("/error/code").intValue()).isEqualTo(-32700);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-7", "1.0", "1e2", "12345678901234567890.123456789", "\"\"", "\"a\\u0041\\/\""})
    void idIsReturnedUnchanged(String id) throws Exception {
        var request = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"%s\",\"params\":%s}";
        try (var direct =
                new TestEndpoint(Servers.searching().with(Exposure.Direct).catalog(1, Leaves.tool("fail", "fails")))) {
            assertThat(List.of(
                            direct.post(request.formatted("ping", "{}")).body(),
                            direct.post(request.formatted("no/such", "{}")).body(),
                            direct.post(request.formatted("initialize", "{\"protocolVersion\":\"2025-11-25\"}"))
                                    .body(),
                            direct.post(request.formatted("tools/call", "{\"name\":\"fail\"}"))
                                    .body()))
                    .allSatisfy(answer -> assertThat(answer).contains("\"id\":" + id + ","));
        }
    }

    @Test
    void invalidUtf8IsAParseError() throws Exception {
        var body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\u00ffng\"}".getBytes(StandardCharsets.ISO_8859_1);
        var response = endpoint.client()
                .send(
                        endpoint.request()
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(body))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("-32700");
    }

    @ParameterizedTest
    @CsvSource({
        "text/plain, 415",
        "application/jsonp, 415",
        "application/json; charset=utf-8, 200",
        "APPLICATION/JSON, 200"
    })
    void onlyJsonIsAccepted(String contentType, int status) throws Exception {
        var response = endpoint.client()
                .send(
                        endpoint.request()
                                .header("Content-Type", contentType)
                                .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(status);
    }

    @Test
    void oversizedBodyIsRefusedBeforeItIsRead() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("""
                    POST /mcp HTTP/1.1
                    Host: localhost
                    Content-Type: application/json
                    Content-Length: 99999999""");

            assertThat(wire.status()).isEqualTo(413);
        }
    }

    /** The answer "busy" would make the client repeat the request for ever. */
    @Test
    void bodyBeyondTheBufferBudgetIsRefused() throws Exception {
        try (var small = new TestEndpoint(Servers.searching().catalog(1))) {
            small.budget().resize(16 * 1024);
            var response = small.post("\"" + "x".repeat(20 * 1024) + "\"");

            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(response.body()).contains("raise limits.bufferSize");
        }
    }

    /** Closing a connection with unread bytes would discard its last response at a client that still sends. */
    @Test
    void refusalReachesAClientThatStillSends() throws Exception {
        try (var small = new TestEndpoint(Servers.searching().catalog(1))) {
            small.budget().resize(16 * 1024);
            for (int time = 0; time < 50; time++) {
                assertThat(small.post("\"" + "x".repeat(700 * 1024) + "\"").statusCode())
                        .isEqualTo(413);
                assertThat(small.post("\"" + "x".repeat(2 << 20) + "\"").statusCode())
                        .isEqualTo(413);
            }
        }
    }

    @Test
    void oversizedChunkedBodyIsRefused() throws Exception {
        var chunked = BodyPublishers.fromPublisher(BodyPublishers.ofString(" ".repeat(2 << 20)));
        var response = endpoint.client()
                .send(
                        endpoint.request()
                                .header("Content-Type", "application/json")
                                .POST(chunked)
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(413);
        // In the words of a body that announces its size.
        assertThat(response.body()).isEqualTo(endpoint.post(" ".repeat(2 << 20)).body());
        endpoint.awaitNothingHeld();
    }

    /** A page without permission could hide a call in the body of a refused request. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /elsewhere HTTP/1.1\nHost: localhost",
                "PUT /mcp HTTP/1.1\nHost: localhost",
                "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: text/plain",
                "POST /mcp HTTP/1.1\nHost: elsewhere.example\nContent-Type: application/json\nConnection: close",
                "POST /mcp HTTP/1.1\nHost: elsewhere.example\nContent-Type: application/json",
                "POST /mcp HTTP/1.1\nHost: elsewhere.example\nContent-Type: application/json\nExpect: 100-continue",
            })
    void bodyOfARefusedRequestIsNotReadAsTheNextRequest(String head) throws Exception {
        var call = "GET /heartbeat HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (var wire = new Wire(endpoint)) {
            wire.send(head + "\nContent-Length: " + call.length(), call.getBytes(StandardCharsets.US_ASCII));

            assertThat(wire.status()).isBetween(400, 499);
            assertThat(wire.rest()).contains("Connection: close").noneMatch(line -> line.contains("success"));
        }
    }

    /** The server responds before it asks for the body, which the client may send nevertheless. */
    @Test
    void unrequestedBodyIsNotReadAsTheNextRequest() throws Exception {
        var hidden = "GET /heartbeat HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (var wire = new Wire(endpoint)) {
            wire.send(
                    "GET /heartbeat HTTP/1.1\nHost: localhost\nExpect: 100-continue\nConnection: close\nContent-Length: "
                            + hidden.length(),
                    hidden.getBytes(StandardCharsets.US_ASCII));
            assertThat(wire.rest().stream().filter(line -> line.contains("success")))
                    .hasSize(1);
        }
        try (var wire = new Wire(endpoint)) {
            wire.send(
                    "GET /heartbeat HTTP/1.1\nHost: localhost\nExpect: 100-continue\nContent-Length: "
                            + hidden.length(),
                    (hidden + "GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(wire.rest().stream().filter(line -> line.contains("success")))
                    .as("two responses, one of them 404")
                    .hasSize(1);
        }
    }

    @Test
    void connectionEndsOnRequestOfItsClient() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("GET /heartbeat HTTP/1.1\nHost: localhost\nConnection: close");

            assertThat(wire.rest()).endsWith("{\"success\":true}");
        }
    }

    @Test
    void connectionEndsAfterALongResponseOnRequestOfItsClient() throws Exception {
        var tools = IntStream.range(0, 400)
                .mapToObj(number -> Leaves.tool("tool-" + number, "Described at some length ".repeat(4)))
                .toList();
        var list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
        try (var full = new TestEndpoint(
                        Servers.searching().with(Exposure.Direct).catalog(1, tools));
                var wire = new Wire(full)) {
            wire.send(
                    "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nConnection: close\nContent-Length: "
                            + list.length(),
                    list.getBytes(StandardCharsets.US_ASCII));
            assertThat(wire.rest().getLast()).hasSizeGreaterThan(40_000).contains("tool-399");
        }
    }

    @Test
    void oversizedChunkIsRefusedByItsAnnouncedSize() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("""
                    POST /mcp HTTP/1.1
                    Host: localhost
                    Content-Type: application/json
                    Transfer-Encoding: chunked""", "7ffffff0\r\n{".getBytes(StandardCharsets.US_ASCII));

            assertThat(wire.status()).isEqualTo(413);
            assertThat(wire.rest()).contains("Connection: close");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 50\n\n{",
                "Transfer-Encoding: chunked\n\n50\n{",
                "Transfer-Encoding: chunked\n\nzz\n{}\n0\n\n",
                "Transfer-Encoding: chunked\n\n-2\n{}\n0\n\n",
                "Transfer-Encoding: chunked\n\n2;a=b\n{}\n0\n\n",
                "Transfer-Encoding: chunked\n\n2\n{}\n0\nX: y\n\n",
            })
    void truncatedOrBadlyChunkedBodyIsABadRequest(String framing) throws Exception {
        var parts = framing.split("\n\n", 2);
        try (var wire = new Wire(endpoint)) {
            wire.send(
                    "POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\n" + parts[0],
                    parts[1].replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
            wire.endSending();

            assertThat(wire.status()).isEqualTo(400);
            var answer = wire.rest();
            assertThat(answer).contains("Connection: close");
            assertThat(Leaves.json(answer.getLast()).at("/error/code").intValue())
                    .isEqualTo(-32600);
        }
        endpoint.awaitNothingHeld();
    }

    @Test
    void raisedLimitAppliesToNewConnections() throws Exception {
        var small = largest(2_000).catalog(1);
        try (var growing = new TestEndpoint(small)) {
            var ping = " ".repeat(3_000) + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
            assertThat(growing.post(ping).statusCode()).isEqualTo(413);

            growing.catalogs().swap(largest(4_000).catalog(2));

            assertThat(growing.post(ping).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void chunkedBodyIsReadWhole() throws Exception {
        var ping = " ".repeat(50_000) + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
        var response = endpoint.client()
                .send(
                        endpoint.request()
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(ping)))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.body()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @ParameterizedTest
    @CsvSource({"PUT, 405", "PATCH, 405", "HEAD, 405", "TRACE, 405"})
    void otherMethodsAreNotAllowed(String method, int status) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(method + " /mcp HTTP/1.1\nHost: localhost");

            assertThat(wire.status()).isEqualTo(status);
            assertThat(wire.lineBeginning("Allow:")).isEqualTo("Allow: GET, POST, DELETE, OPTIONS");
        }
    }

    @Test
    void internalErrorRevealsNothing() throws Exception {
        try (var broken = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("break", "breaks")))) {
            var response = broken.call(
                    "tools/call", "{\"name\":\"execute\",\"arguments\":{\"tool\":\"break\",\"inputs\":{}}}");

            assertThat(response.at("/error/code").intValue()).isEqualTo(-32603);
            assertThat(response.toString()).doesNotContain("secret");
            broken.awaitNothingHeld();
        }
    }

    private static Servers largest(long request) {
        return Servers.searching().with(new Limits(request, 4 << 20, 128 << 20, 30_000, 256, 12_000));
    }
}
