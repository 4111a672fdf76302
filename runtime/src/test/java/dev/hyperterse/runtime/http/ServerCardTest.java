package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Icon;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Servers;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The card by which clients know a server before they connect. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class ServerCardTest {
    private static final Http.Card CARD = new Http.Card("com.example/orders", "https://mcp.example.com/mcp");
    private static final ServerInfo INFO = new ServerInfo(
            "orders",
            Optional.of("Orders"),
            Optional.of("Orders of the shop"),
            "2.1.0",
            Optional.of("Ask before you change."),
            Optional.of("https://example.com/orders"),
            List.of(new Icon(
                    "https://example.com/icon.png", Optional.of("image/png"), List.of("48x48"), Optional.empty())));

    @Test
    void cardSaysWhatClientsNeedToConnect() throws Exception {
        try (var endpoint = new TestEndpoint(server(List.of(), Optional.of(CARD), INFO))) {
            var card = read(endpoint, "/mcp/server-card");

            assertThat(card.statusCode()).isEqualTo(200);
            assertThat(card.headers().firstValue("Content-Type")).contains("application/mcp-server-card+json");
            assertThat(card.headers().firstValue("Access-Control-Allow-Origin")).contains("*");
            assertThat(card.headers().firstValue("Cache-Control")).contains("public, max-age=300");
            assertThat(JsonMapper.shared().readTree(card.body()))
                    .isEqualTo(JsonMapper.shared().readTree("""
                            {
                              "$schema": "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
                              "name": "com.example/orders",
                              "version": "2.1.0",
                              "description": "Orders of the shop",
                              "title": "Orders",
                              "websiteUrl": "https://example.com/orders",
                              "icons": [{
                                "src": "https://example.com/icon.png", "mimeType": "image/png", "sizes": ["48x48"]
                              }],
                              "remotes": [{
                                "type": "streamable-http",
                                "url": "https://mcp.example.com/mcp",
                                "supportedProtocolVersions":
                                  ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
                              }]
                            }"""));
        }
    }

    @Test
    void versionsOfTheCardAreThoseThatClientsDiscover() throws Exception {
        try (var endpoint = new TestEndpoint(server(List.of(), Optional.of(CARD), INFO))) {
            var card = JsonMapper.shared()
                    .readTree(read(endpoint, "/mcp/server-card").body());
            var discovered = ModernRequest.of("server/discover").answer(endpoint);

            assertThat(card.at("/remotes/0/supportedProtocolVersions"))
                    .isEqualTo(discovered.at("/result/supportedVersions"));
        }
    }

    @Test
    void toolsetAndSegmentsAreInTheUrlOfTheirCard() throws Exception {
        try (var endpoint = new TestEndpoint(server(List.of("tenant"), Optional.of(CARD), INFO))) {
            var card = JsonMapper.shared()
                    .readTree(read(endpoint, "/mcp/acme/sales/server-card").body());

            assertThat(card.at("/name").asString()).isEqualTo("com.example/orders.sales");
            assertThat(card.at("/remotes/0/url").asString()).isEqualTo("https://mcp.example.com/mcp/acme/sales");
            assertThat(read(endpoint, "/mcp/acme/other/server-card").statusCode())
                    .isEqualTo(404);
        }
    }

    /** Otherwise a card would hide the tools of a tenant or of a toolset. */
    @Test
    void tenantOrToolsetOfThatNameIsServedInItsPlace() throws Exception {
        try (var tenants = new TestEndpoint(server(List.of("tenant"), Optional.of(CARD), INFO));
                var toolsets = new TestEndpoint(server(Stream.of("server-card"), List.of(), Optional.of(CARD), INFO))) {
            for (var endpoint : List.of(tenants, toolsets)) {
                assertThat(endpoint.postTo("/mcp/server-card", ping()).statusCode())
                        .isEqualTo(200);
                assertThat(read(endpoint, "/mcp/server-card").body()).doesNotContain("$schema");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mcp/server-card", "/mcp/sales/server-card"})
    void serverWithoutACardHasNone(String path) throws Exception {
        try (var endpoint = new TestEndpoint(server(List.of(), Optional.empty(), INFO))) {
            assertThat(read(endpoint, path).statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/server-card", "/mcp//server-card", "/mcp/server-card/", "/mcp/server-card/server-card"})
    void cardIsNowhereElse(String path) throws Exception {
        try (var endpoint = new TestEndpoint(server(List.of(), Optional.of(CARD), INFO))) {
            assertThat(read(endpoint, path).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void longOrEmptyTextsAreAsTheSchemaDemands() throws Exception {
        var info = new ServerInfo(
                "orders",
                Optional.of("é".repeat(101)),
                Optional.of(" "),
                "1.0.0",
                Optional.empty(),
                Optional.empty(),
                List.of());
        try (var endpoint = new TestEndpoint(server(List.of(), Optional.of(CARD), info))) {
            var card = JsonMapper.shared()
                    .readTree(read(endpoint, "/mcp/server-card").body());

            assertThat(card.at("/title").asString()).isEqualTo("é".repeat(100));
            assertThat(card.at("/description").asString()).isEqualTo("é".repeat(100));
            assertThat(card.has("icons")).isFalse();
        }
    }

    @Test
    void cardIsOnlyRead() throws Exception {
        try (var endpoint = new TestEndpoint(server(List.of(), Optional.of(CARD), INFO))) {
            var posted = endpoint.postTo("/mcp/server-card", ping());
            var head = send(endpoint, "/mcp/server-card", "HEAD");
            var preflight = send(endpoint, "/mcp/server-card", "OPTIONS");

            assertThat(posted.statusCode()).isEqualTo(405);
            assertThat(posted.headers().firstValue("Allow")).contains("GET, HEAD");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
            assertThat(preflight.statusCode()).isEqualTo(204);
        }
    }

    private static String ping() {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    }

    private static HttpResponse<String> read(TestEndpoint endpoint, String path) throws Exception {
        return send(endpoint, path, "GET");
    }

    private static HttpResponse<String> send(TestEndpoint endpoint, String path, String method) throws Exception {
        return endpoint.client()
                .send(
                        endpoint.requestTo(path)
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
    }

    private static Catalog server(List<String> segments, Optional<Http.Card> card, ServerInfo info) {
        return server(Stream.of("sales"), segments, card, info);
    }

    private static Catalog server(
            Stream<String> toolsets, List<String> segments, Optional<Http.Card> card, ServerInfo info) {
        var plain = Servers.searching()
                .with(new Http(List.of("*"), List.of(), segments, card))
                .catalog(1);
        return new Catalog(
                plain.revision(),
                plain.server().with(draft -> {
                    draft.info = info;
                    draft.toolsets = toolsets.map(name -> new Toolset(
                                    name, Optional.empty(), Optional.empty(), List.of(), Toolset.Metadata.Published))
                            .toList();
                }),
                plain.leaves(),
                plain.values());
    }
}
