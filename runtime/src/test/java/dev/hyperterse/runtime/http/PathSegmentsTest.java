package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server whose URLs have segments behind the path of the endpoint, one of which an input takes its value from. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class PathSegmentsTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"whose\",\"arguments\":%s}}";
    private static final Pattern TENANT = Pattern.compile("tenant (\\S+?)[\"\\\\]");
    private static final String FORM =
            "{ message: 'How many?', requestedSchema: { type: 'object', properties: { size: { type: 'integer' } } } }";

    @AutoClose
    private final ScriptedEndpoint scripts =
            new ScriptedEndpoint(ScriptedEndpoint.keys(), Duration.ofMinutes(5), catalog(1, List.of("tenant")));

    private final TestEndpoint endpoint = scripts.endpoint();

    @ParameterizedTest
    @ValueSource(strings = {"acme", "a", "7", "Acme-2.eu_~", "...", "-", ".a", "heartbeat", "mcp"})
    void segmentHasUnreservedCharacters(String value) throws Exception {
        assertThat(tenant(post("/mcp/" + value, CALL.formatted("{}")))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/mcp",
                "/mcp/",
                "/mcp//",
                "/mcp/acme/",
                "/mcp//acme",
                "//mcp/acme",
                "/mcp/acme/eu",
                "/mcp/.",
                "/mcp/..",
                "/mcp/%61cme",
                "/mcp/acme%2F",
                "/mcp/acme%00",
                "/mcp/acme;a=b",
                "/mcp/acme;",
                "/mcp/a+b",
                "/mcp/a:b",
                "/mcp/a@b",
                "/mcp/a,b",
                "/mcp/a$b",
                "/mcp/x/../acme",
                "/MCP/acme",
                "/mcpacme",
                "/mcp.acme",
                "mcp/acme",
            })
    void otherPathsAreNotFound(String target) throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(head("POST", target, PING.length()), PING.getBytes());

            assertThat(wire.status()).isIn(400, 404);
        }
    }

    @Test
    void segmentHasAtMost128Characters() throws Exception {
        assertThat(tenant(post("/mcp/" + "a".repeat(128), CALL.formatted("{}"))))
                .hasSize(128);
        assertThat(post("/mcp/" + "a".repeat(129), PING).statusCode()).isEqualTo(404);
    }

    @Test
    void queryIsNotPartOfASegment() throws Exception {
        assertThat(tenant(post("/mcp/acme?tenant=bolt", CALL.formatted("{}")))).isEqualTo("acme");
    }

    @Test
    void segmentsAreReadInTheOrderOfThePath() throws Exception {
        endpoint.catalogs().swap(catalog(2, List.of("region", "tenant")));

        assertThat(tenant(post("/mcp/eu/acme", CALL.formatted("{}")))).isEqualTo("acme");
        assertThat(post("/mcp/acme", PING).statusCode()).isEqualTo(404);
    }

    @Test
    void clientCannotSendTheInput() throws Exception {
        assertThat(post("/mcp/acme", CALL.formatted("{\"tenant\":\"bolt\"}")).body())
                .contains("unknown input field")
                .doesNotContain("tenant bolt");
        assertThat(post("/mcp/acme", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                        .body())
                .contains("whose")
                .doesNotContain("tenant");
    }

    /** The client chooses its URL, with each request anew. */
    @Test
    void callsOfASessionHaveTheSegmentsOfTheirOwnUrls() throws Exception {
        var session = session("/mcp/acme");
        for (var round = 0; round < 3; round++) {
            for (var tenant : List.of("acme", "bolt")) {
                var answer = post("/mcp/" + tenant, CALL.formatted("{}"), "Mcp-Session-Id", session);
                assertThat(tenant(answer)).isEqualTo(tenant);
            }
        }
    }

    @Test
    void callsOnOneConnectionHaveTheSegmentsOfTheirOwnUrls() throws Exception {
        var body = CALL.formatted("{}").getBytes();
        try (var wire = new Wire(endpoint)) {
            for (var tenant : List.of("acme", "bolt", "acme", "cord")) {
                wire.send(head("POST", "/mcp/" + tenant, body.length), body);
            }
            for (var tenant : List.of("acme", "bolt", "acme", "cord")) {
                assertThat(wire.status()).isEqualTo(200);
                assertThat(tenant(wire.body())).isEqualTo(tenant);
            }
        }
    }

    @Test
    void modernEraBindsTheSegment() throws Exception {
        var request = ModernRequest.call("whose", "{}");
        for (var tenant : List.of("acme", "bolt")) {
            assertThat(tenant(post("/mcp/" + tenant, request.body(), request.headers())))
                    .isEqualTo(tenant);
        }
    }

    /** What {@code ctx.once} kept of a call may be of one tenant. */
    @Test
    void callIsRepeatedOnlyAtItsFirstUrl() throws Exception {
        var client = RepeatingClient.able(endpoint);
        var params = RepeatingClient.direct("asks");
        params.putObject("arguments");
        var asked = client.at("/mcp/acme").call(params);
        assertThat(RepeatingClient.isAsked(asked)).isTrue();

        var answers = Map.of("size", "{\"action\":\"accept\",\"content\":{\"size\":4}}");
        var again = RepeatingClient.repeated(params, asked, answers);
        assertThat(client.at("/mcp/bolt").call(again).at("/error/message").asString())
                .contains("'requestState' does not belong to this request");
        assertThat(client.at("/mcp/acme").call(again).toString()).contains("kept of acme");
    }

    @Test
    void listenAndDeleteAcceptASegment() throws Exception {
        var session = session("/mcp/acme");
        try (var wire = new Wire(endpoint)) {
            wire.send("""
                    GET /mcp/acme HTTP/1.1
                    Host: localhost
                    Accept: text/event-stream
                    Mcp-Session-Id: %s""".formatted(session));
            assertThat(wire.status()).isEqualTo(200);
            assertThat(wire.lineBeginning("Content-Type: ")).contains("text/event-stream");
        }
        assertThat(send("DELETE", "/mcp", "Mcp-Session-Id", session).statusCode())
                .isEqualTo(404);
        assertThat(send("DELETE", "/mcp/bolt", "Mcp-Session-Id", session).statusCode())
                .isEqualTo(204);
        assertThat(post("/mcp/acme", PING, "Mcp-Session-Id", session).statusCode())
                .isEqualTo(404);
    }

    @Test
    void preflightAcceptsASegment() throws Exception {
        assertThat(send("OPTIONS", "/mcp/acme", "Origin", "https://example.com").statusCode())
                .isEqualTo(204);
        assertThat(send("OPTIONS", "/mcp", "Origin", "https://example.com").statusCode())
                .isEqualTo(404);
        assertThat(send("GET", "/heartbeat").statusCode()).isEqualTo(200);
    }

    @Test
    void changedPathAppliesToTheNextRequest() throws Exception {
        var session = session("/mcp/acme");
        endpoint.catalogs().swap(catalog(2, List.of("region")));

        assertThat(post("/mcp/acme", CALL.formatted("{}"), "Mcp-Session-Id", session)
                        .body())
                .contains("the URL of the request has no segment 'tenant'")
                .doesNotContain("tenant acme");
        endpoint.catalogs().swap(catalog(3, List.of()));
        assertThat(post("/mcp/acme", PING, "Mcp-Session-Id", session).statusCode())
                .isEqualTo(404);
        assertThat(post("/mcp", PING, "Mcp-Session-Id", session).statusCode()).isEqualTo(200);
    }

    @Test
    void pathRemovedWhileABodyArrivesIsNotFound() throws Exception {
        try (var wire = new Wire(endpoint)) {
            wire.send(
                    head("POST", "/mcp/acme", PING.length()),
                    PING.substring(0, 5).getBytes());
            endpoint.awaitSomethingHeld();

            endpoint.catalogs().swap(catalog(2, List.of()));
            wire.sendMore(PING.substring(5).getBytes());

            assertThat(wire.status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/mcp, https://shop.example.com/mcp, 200",
        "/mcp/acme, https://shop.example.com/mcp, 200",
        "/team-a/mcp/acme, https://shop.example.com/team-a/mcp, 200",
        "/mcp/acme, https://shop.example.com/team-a/mcp, 200",
        "/acme, https://shop.example.com/, 200",
        "/a/acme, https://shop.example.com/a/, 200",
        "'', https://shop.example.com/mcp, 200",
        "/mcp/acme/eu, https://shop.example.com/mcp, 404",
        "/mcp/%61cme, https://shop.example.com/mcp, 404",
        "/team-b/mcp/acme, https://shop.example.com/team-a/mcp, 404",
        "/acme, https://shop.example.com/mcp, 404",
    })
    void metadataIsFoundByTheCalledUrl(String behind, String resource, int status) throws Exception {
        try (var issuer = new Issuer()) {
            endpoint.catalogs().swap(guarded(issuer, resource));

            var document = send("GET", "/.well-known/oauth-protected-resource" + behind);
            assertThat(document.statusCode()).isEqualTo(status);
            if (status == 200) {
                assertThat(document.body()).contains("\"resource\":\"" + resource + "\"");
            }
            assertThat(post("/mcp/acme", PING)
                            .headers()
                            .firstValue("WWW-Authenticate")
                            .orElseThrow())
                    .doesNotContain("acme");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/mcp, '[\"https://one.example.com\",\"https://two.example.com\"]'",
        "/mcp/all, '[\"https://one.example.com\",\"https://two.example.com\"]'",
        "/mcp/people, '[\"https://two.example.com\"]'",
        "/mcp/people/, ",
        "/mcp/cursor, ",
        "/cursor, ",
        "'', ",
    })
    void metadataOfAToolsetNamesItsIssuers(String behind, String issuers) throws Exception {
        var resource = "https://shop.example.com/mcp";
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(
                        tokens("one", "https://one.example.com", resource),
                        tokens("two", "https://two.example.com", resource),
                        new AuthPlugin.ApiKeys("keys", "x-api-key", ValueKey.auth("keys", "keys"))),
                Optional.of(resource),
                Optional.empty());
        var open = catalog(2, List.of());
        endpoint.catalogs()
                .swap(new Catalog(
                        open.revision(),
                        open.server().with(draft -> {
                            draft.auth = auth;
                            draft.toolsets = List.of(
                                    toolset("all", "one", "keys", "two"),
                                    toolset("people", "two"),
                                    toolset("cursor", "keys"));
                        }),
                        open.leaves(),
                        open.values()));

        var document = send("GET", "/.well-known/oauth-protected-resource" + behind);
        assertThat(document.statusCode()).isEqualTo(issuers == null ? 404 : 200);
        if (issuers != null) {
            assertThat(document.body()).contains("\"authorization_servers\":" + issuers);
        }
    }

    private static Toolset toolset(String name, String... plugins) {
        return new Toolset(name, Optional.empty(), Optional.empty(), List.of(plugins), Toolset.Metadata.Published);
    }

    private static AuthPlugin tokens(String name, String issuer, String resource) {
        return new AuthPlugin.Tokens(
                name, issuer, List.of(resource), Optional.empty(), "scope", Optional.empty(), Optional.empty());
    }

    private static Catalog guarded(Issuer issuer, String resource) {
        var open = catalog(2, List.of("tenant"));
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(tokens("sso", issuer.url(), resource)),
                Optional.of(resource),
                Optional.empty());
        return new Catalog(
                open.revision(), open.server().with(draft -> draft.auth = auth), open.leaves(), open.values());
    }

    private static Catalog catalog(long sequence, List<String> segments) {
        return Servers.searching()
                .with(Exposure.SearchAndDirect)
                .with(new Http(List.of("*"), List.of(), segments, Optional.empty()))
                .catalog(
                        sequence,
                        bound(ScriptedEndpoint.tool("whose", "return 'tenant ' + inputs.tenant")),
                        bound(ScriptedEndpoint.tool(
                                "asks",
                                "const kept = await ctx.once('k', () => 'kept of ' + inputs.tenant);"
                                        + " await ctx.elicit('size', " + FORM + "); return kept")));
    }

    private static ToolLeaf bound(ToolLeaf tool) {
        var tenant = new BoundInput(Input.of("tenant", InputType.STRING, false), new BoundSource.Path("tenant"));
        return tool.with(draft -> {
            draft.inputs = new Inputs.Declared(List.of(), List.of(tenant));
            draft.inputSchema = Leaves.json("{\"type\":\"object\"}");
        });
    }

    private String session(String path) throws Exception {
        return post(
                        path,
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}"
                                .formatted(ProtocolVersion.supported().getFirst()))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static String head(String method, String target, int length) {
        return "%s %s HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: %d"
                .formatted(method, target, length);
    }

    private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        return endpoint.postTo(path, body, headers);
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        var request = endpoint.requestTo(path, headers)
                .method(method, BodyPublishers.noBody())
                .build();
        return endpoint.client().send(request, BodyHandlers.ofString());
    }

    private static String tenant(HttpResponse<String> answer) {
        return tenant(answer.body());
    }

    private static String tenant(String answer) {
        var found = TENANT.matcher(answer);
        assertThat(found.find()).as(answer).isTrue();
        return found.group(1);
    }
}
