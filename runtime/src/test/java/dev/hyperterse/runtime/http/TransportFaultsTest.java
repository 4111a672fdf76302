package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportRequest;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the web server refuses before any handler. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransportFaultsTest {
    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /mcp HTTP/1.1\nAccept: */*",
                "GET /mcp HTTP/1.1\nHost: localhost\nHost: localhost",
                "GET /mcp HTTP/1.1\nHost: localhost:port",
                "GET /mcp HTTP/1.1\nHost: localhost\nno colon here",
                "GET /%zz HTTP/1.1\nHost: localhost",
                "GET /mcp?a=<b> HTTP/1.1\nHost: localhost",
                "POST /mcp HTTP/1.1\nHost: localhost\nContent-Length: many",
                "POST /mcp HTTP/1.1\nHost: localhost\nTransfer-Encoding: gzip",
                "POST /mcp HTTP/1.1\nHost: localhost\nContent-Length: 2\nContent-Encoding: gzip",
            })
    void malformedRequestIsRefusedInJsonThatPagesMayRead(String head) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(head);

            assertThat(wire.status()).isEqualTo(400);
            var answer = wire.answer();
            assertThat(answer)
                    .contains("Access-Control-Allow-Origin: *", "Content-Type: application/json", "Connection: close");
            var error = Leaves.json(answer.getLast()).get("error");
            assertThat(error.get("code").intValue()).isEqualTo(-32600);
            assertThat(error.get("message").stringValue())
                    .startsWith("Invalid request: ")
                    .doesNotContain("server log");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET /mcp HTTP/1.1~Accept: */*                                                       | exactly one Host header is required
            GET /mcp HTTP/1.1~Host: localhost:port                                              | Host must be a name or an address, and a port or none
            POST /mcp HTTP/1.1~Host: localhost~Content-Length: many                             | Content-Length must be one decimal number
            POST /mcp HTTP/1.1~Host: localhost~Content-Length: 2~Content-Encoding: gzip         | a body with a Content-Encoding is not accepted; send it as it is
            """)
    void refusalNamesTheProblem(String head, String message) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(head.replace('~', '\n'));

            assertThat(wire.status()).isEqualTo(400);
            assertThat(Leaves.json(wire.body()).at("/error/message").stringValue())
                    .isEqualTo("Invalid request: " + message);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PRI * HTTP/2.0\n\nSM",
                "GET /mcp HTTP/2.0\nHost: localhost",
                "GET /mcp HTTP/1.0\nHost: localhost",
            })
    void otherVersionsOfHttpAreToldWhichOneIsServed(String head) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(head);

            assertThat(wire.status()).isEqualTo(505);
            assertThat(Leaves.json(wire.body()).at("/error/message").stringValue())
                    .isEqualTo("Invalid request: HTTP/1.1 is required");
        }
    }

    @Test
    void internalErrorRevealsNothing() {
        var response = TransportFaults.handlers()
                .handler(EventType.INTERNAL_ERROR)
                .handle(
                        TransportRequest.empty(),
                        EventType.INTERNAL_ERROR,
                        Status.INTERNAL_SERVER_ERROR_500,
                        ServerResponseHeaders.create(),
                        "a secret");

        var body = new String(response.entity().orElseThrow(), StandardCharsets.UTF_8);
        assertThat(Leaves.json(body).at("/error/code").intValue()).isEqualTo(-32603);
        assertThat(body).doesNotContain("secret");
    }
}
