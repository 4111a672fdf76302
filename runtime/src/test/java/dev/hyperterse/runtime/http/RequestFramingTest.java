package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy and the replica must agree on where each request ends, so ambiguous requests are refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestFramingTest {
    private static final String POST = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    /** With the colon, which ends a name. */
    private static final String NAME = "!#$%&'*+-.^_`|~:0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    /** The smuggled request: it must never be answered. */
    private static final String SMUGGLED = "GET /heartbeat HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1));

    /** {@code 28} is the length of the message in hexadecimal. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "28\r\n%sXX0\r\n\r\n",
                "28\r\n%s\n\n0\r\n\r\n",
                "28\r\n%s\r\r0\r\n\r\n",
                "28\r\n%s0\r\n\r\n",
                "+28\r\n%s\r\n0\r\n\r\n",
                "-28\r\n%s\r\n0\r\n\r\n",
                "0x28\r\n%s\r\n0\r\n\r\n",
                "2_8\r\n%s\r\n0\r\n\r\n",
                " 28\r\n%s\r\n0\r\n\r\n",
                "28 \r\n%s\r\n0\r\n\r\n",
                "28\t\r\n%s\r\n0\r\n\r\n",
                "28;a=b\r\n%s\r\n0\r\n\r\n",
                "28\n%s\r\n0\r\n\r\n",
                "28\r%s\r\n0\r\n\r\n",
                "\r\n%s\r\n0\r\n\r\n",
                "100000028\r\n%s\r\n0\r\n\r\n",
                "28\r\n%s\r\n+0\r\n\r\n",
                "28\r\n%s\r\n-0\r\n\r\n",
                "28\r\n%s\r\n0\n\r\n\r\n",
                "28\r\n%s\r\n0\r\n\n\r\n",
                "28\r\n%s\r\n0\r\nA: b\r\n\r\n",
            })
    void ambiguousChunksAreRefused(String body) throws Exception {
        assertRefused(POST + "Transfer-Encoding: chunked\r\n\r\n" + body.replace("%s", PING) + SMUGGLED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 40\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 40\r\n",
                "Content-Length: 40\r\nContent-Length: 40\r\n",
                "Content-Length: 40\r\nContent-Length: 0\r\n",
                "Content-Length: 0\r\nContent-Length: 40\r\n",
                "Content-Length: 40, 40\r\n",
                "Content-Length: +40\r\n",
                "Content-Length: -0\r\n",
                "Content-Length: 0x28\r\n",
                "Content-Length: 4_0\r\n",
                "Content-Length: 40.0\r\n",
                "Content-Length: 4 0\r\n",
                "Content-Length:\r\n",
                "Content-Length: 99999999999999999999\r\n",
                "Content-Length : 40\r\n",
                " Content-Length: 40\r\n",
                "A: b\r\n Content-Length: 40\r\n",
                "A: b\r\n\tContent-Length: 40\r\n",
                "Content-Length: 40\n",
                "Content-Length: 40\r",
                "A: b\nContent-Length: 40\r\n",
                "A: b\rContent-Length: 40\r\n",
                "A: b\0\r\nContent-Length: 40\r\n",
                "A: b\u000b\r\nContent-Length: 40\r\n",
                "Transfer-Encoding: chunked, chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                "Transfer-Encoding: identity\r\n",
                "Transfer-Encoding: gzip, chunked\r\n",
                "Transfer-Encoding: \u000bchunked\r\n",
                "Transfer-Encoding:\r\n chunked\r\n",
                "Transfer-Encoding : chunked\r\n",
                "Transfer-Encoding: chunked;q=1\r\n",
                "Transfer-Encoding: \"chunked\"\r\n",
                "Transfer-Encoding:\r\n",
                "Content-Encoding: gzip\r\nContent-Length: 40\r\n",
                "content-encoding: identity\r\nTransfer-Encoding: chunked\r\n",
            })
    void ambiguousHeadersAreRefused(String headers) throws Exception {
        assertRefused(POST + headers + "\r\n" + PING + SMUGGLED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\nGET /heartbeat HTTP/1.1",
                "\r\nGET /heartbeat HTTP/1.1",
                "\tGET /heartbeat HTTP/1.1",
                "\0GET /heartbeat HTTP/1.1",
                " GET /heartbeat HTTP/1.1",
                "GET\t/heartbeat HTTP/1.1",
                "GET\0/heartbeat HTTP/1.1",
                "GET  /heartbeat HTTP/1.1",
                "GET /heartbeat\t HTTP/1.1",
                "GET /heartbeat\0 HTTP/1.1",
                "GET /heart\nbeat HTTP/1.1",
                "GET /heartbeat  HTTP/1.1",
                "GET /heartbeat HTTP/1.1 ",
                "GET /heartbeat HTTP/1.1\t",
                "GET /heartbeat",
                "GET /heartbeat HTTP/1.1\nX: y",
                "GET /heart\u007fbeat HTTP/1.1",
                "G\u0001T /heartbeat HTTP/1.1",
            })
    void requestLinesWithControlCharactersAreRefused(String line) throws Exception {
        assertRefused(line + "\r\nHost: localhost\r\n\r\n");
    }

    /** The web server alone answers some of these with an internal error, or not at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Host:\r\n",
                "Host: \r\n",
                "Host: localhost\r\nHost: localhost\r\n",
                "Host: localhost\r\nhost: elsewhere.example\r\n",
                "Host: localhost, localhost\r\n",
                "Host: localhost localhost\r\n",
                "Host: localhost:\r\n",
                "Host: localhost:port\r\n",
                "Host: localhost:99999999999\r\n",
                "Host: localhost:80@elsewhere.example\r\n",
                "Host: localhost/\r\n",
                "Host: http://localhost\r\n",
                "Host: [::1\r\n",
                "Host: ::1\r\n",
                "Hos\u0074\u00df: localhost\r\n",
            })
    void requestHasExactlyOneValidHost(String hosts) throws Exception {
        for (var request : new String[] {"GET /heartbeat", "HEAD /mcp", "OPTIONS /mcp", "DELETE /mcp"}) {
            try (var wire = new Wire(endpoint)) {
                wire.sendMore(ascii(request + " HTTP/1.1\r\n" + hosts + "\r\n" + SMUGGLED));
                wire.endSending();

                assertThat(wire.status()).isEqualTo(400);
                assertThat(wire.rest()).contains("Connection: close").noneMatch(line -> line.contains("success"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: localhost\r\n", ""})
    void otherVersionsAreNotServed(String host) throws Exception {
        for (var version : new String[] {"HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "http/1.1", "HTTP/1.10", "ICAP/1.0"}) {
            try (var wire = new Wire(endpoint)) {
                wire.sendMore(ascii("GET /heartbeat " + version + "\r\n" + host + "\r\n" + SMUGGLED));
                wire.endSending();

                assertThat(wire.status()).as(version).isIn(400, 505);
                assertThat(wire.rest()).noneMatch(line -> line.contains("success"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "28\r\n%s\r\n0\r\n\r\n",
                "0028\r\n%s\r\n0\r\n\r\n",
                "1\r\n{\r\n27\r\n%t\r\n0\r\n\r\n",
                "28\r\n%s\r\n000\r\n\r\n",
            })
    void wellFormedChunksAreRead(String body) throws Exception {
        var chunks = body.replace("%s", PING).replace("%t", PING.substring(1));
        try (var wire = new Wire(endpoint)) {
            wire.sendMore(ascii(POST + "Transfer-Encoding: Chunked\r\n\r\n" + chunks + SMUGGLED));

            assertThat(wire.status()).isEqualTo(200);
            wire.answerClosesConnection();
            assertThat(wire.status())
                    .as("the next request on the same connection")
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"5000, 10, 414", "30000, 10, 414", "10, 17000, 400", "10, 30000, 400"})
    void overlongHeadsAreRefused(int path, int header, int status) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.sendMore(ascii("GET /" + "p".repeat(path) + " HTTP/1.1\r\nHost: localhost\r\nA: " + "h".repeat(header)
                    + "\r\n\r\n"));

            assertThat(wire.status()).isEqualTo(status);
        }
    }

    /** Byte by byte: no rule may depend on how the network splits a request. */
    @Test
    void requestMayArriveInPieces() throws Exception {
        var chunked = POST + "Transfer-Encoding: chunked\r\n\r\n28\r\n" + PING + "\r\n0\r\n\r\n";
        var sized = POST + "Content-Length: 40\r\n\r\n" + PING;
        try (var wire = new Wire(endpoint)) {
            for (var request : new String[] {chunked, sized, SMUGGLED}) {
                for (byte each : ascii(request)) {
                    wire.sendMore(each);
                }
                assertThat(wire.status()).isEqualTo(200);
                wire.answerClosesConnection();
            }
        }
        endpoint.awaitNothingHeld();
    }

    /** Each header costs the server a multiple of its bytes. */
    @ParameterizedTest
    @CsvSource({"100, 200", "101, 431"})
    void requestHasAtMostAHundredHeaders(int headers, int status) throws Exception {
        var head = new StringBuilder("GET /heartbeat HTTP/1.1\nHost: localhost");
        for (int header = 1; header < headers; header++) {
            head.append("\nX").append(header).append(':');
        }
        try (var wire = new Wire(endpoint)) {
            wire.send(head.toString());

            assertThat(wire.status()).isEqualTo(status);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        var sized = POST + "Content-Length: 40\r\n\r\n" + PING;
        var chunked = POST + "Transfer-Encoding: chunked\r\n\r\n28\r\n" + PING + "\r\n0\r\n\r\n";
        try (var wire = new Wire(endpoint)) {
            wire.sendMore(ascii(sized + chunked + SMUGGLED + sized));

            for (int answer = 0; answer < 4; answer++) {
                assertThat(wire.status()).isEqualTo(200);
                wire.answerClosesConnection();
            }
        }
    }

    /** The web server does not check them again. */
    @Test
    void invalidCharactersInHeadersAreRefused() throws Exception {
        for (var character = 0; character < 0x100; character++) {
            var text = Character.toString(character);
            if (character < ' ' && character != '\t' || character == 0x7f) {
                assertRefused(POST + "A: b" + text + "c\r\nContent-Length: 40\r\n\r\n" + PING);
            }
            if (character > 0x7f || !NAME.contains(text)) {
                assertRefused(POST + "A" + text + "b: c\r\nContent-Length: 40\r\n\r\n" + PING);
            }
        }
    }

    private void assertRefused(String request) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.sendMore(ascii(request));
            wire.endSending();

            assertThat(wire.status()).isIn(400, 413);
            var answer = wire.rest();
            assertThat(answer).contains("Connection: close").noneMatch(line -> line.contains("success"));
            assertThat(Leaves.json(answer.getLast()).at("/error/code").intValue())
                    .isEqualTo(-32600);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
