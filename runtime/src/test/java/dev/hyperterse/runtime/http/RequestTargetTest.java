package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Another spelling of a path must not bypass the rule of a proxy, so only the exact path is served. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestTargetTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching().catalog(1));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//mcp",
                "/mcp/",
                "/mcp//",
                "/%6dcp",
                "/%6Dcp",
                "/mcp;a=b",
                "/mcp;",
                "/;a/mcp",
                "/x/../mcp",
                "/./mcp",
                "/mcp/.",
                "/mcp/x/..",
                "/mcp/x",
                "/MCP",
                "/mcp%2f",
                "/mcp%00",
                "/%2fmcp",
                "mcp",
                "*",
                "http://localhost/mcp",
                "/mcp%3fa",
                "/heartbeat/../mcp",
            })
    void otherSpellingsOfThePathAreNotFound(String target) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(
                    "POST " + target + " HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: "
                            + PING.length(),
                    PING.getBytes());

            assertThat(wire.status()).isIn(400, 404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"//heartbeat", "/heartbeat/", "/%68eartbeat", "/heartbeat;a", "/mcp/../heartbeat"})
    void otherSpellingsOfTheHeartbeatAreNotFound(String target) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("GET " + target + " HTTP/1.1\nHost: localhost");

            assertThat(wire.status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp", "/mcp?a=b", "/mcp?"})
    void queryIsNotPartOfThePath(String target) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(
                    "POST " + target + " HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: "
                            + PING.length(),
                    PING.getBytes());

            assertThat(wire.status()).isEqualTo(200);
        }
    }

    /** Methods are case-sensitive. */
    @ParameterizedTest
    @CsvSource({"post, /mcp", "Post, /mcp", "get, /heartbeat", "delete, /mcp"})
    void lowerCaseMethodIsNotAllowed(String method, String path) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(
                    method + " " + path
                            + " HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: "
                            + PING.length(),
                    PING.getBytes());

            assertThat(wire.status()).isEqualTo(405);
            assertThat(wire.lineBeginning("Allow: ")).isEqualTo("Allow: GET, POST, DELETE, OPTIONS");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/mcp, Host: localhost, 405",
        "/heartbeat, Host: localhost, 200",
        "/elsewhere, Host: localhost, 404",
        "/mcp, Host: elsewhere.example, 403",
        "/mcp, Accept: */*, 400",
    })
    void headIsAnsweredWithoutABody(String path, String header, int status) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("HEAD " + path + " HTTP/1.1\n" + header + "\nConnection: close");

            assertThat(wire.status()).isEqualTo(status);
            assertThat(wire.rest()).last().isEqualTo("");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HEAD /mcp HTTP/1.1\nHost: localhost\r\n\r\n",
                "HEAD /mcp HTTP/1.1\r\nHost: localhost\nX-More: 1\r\n\r\n",
                "HEAD /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
            })
    void malformedHeadIsAnsweredWithoutABody(String head) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.sendMore(head.getBytes());
            wire.endSending();

            assertThat(wire.status()).isBetween(400, 499);
            assertThat(wire.rest()).last().isEqualTo("");
        }
    }

    @Test
    void responseToHeadIsFollowedByTheNext() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send("HEAD /heartbeat HTTP/1.1\nHost: localhost");
            wire.send("GET /heartbeat HTTP/1.1\nHost: localhost\nConnection: close");

            assertThat(wire.status()).isEqualTo(200);
            assertThat(List.of(wire.lineBeginning("HTTP/1.1 "), wire.rest().getLast()))
                    .containsExactly("HTTP/1.1 200 OK", "{\"success\":true}");
        }
    }
}
