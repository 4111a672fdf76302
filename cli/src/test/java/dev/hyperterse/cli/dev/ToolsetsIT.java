package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Toolsets from manifests to clients of both eras. */
@Timeout(180)
class ToolsetsIT {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters: [{name: db, engine: Sqlite, url: ":memory:"}]
              serverInfo: {instructions: All of the shop.}
              toolsets:
                - name: sales
                  select: {labels: {team: sales}}
                  exposure: Direct
                  instructions: Sales only.
                - name: all
                  select: {names: [orders, refunds, salaries]}
                  exposure: Direct
                - name: found
                  select: {labels: {team: sales}}
                  exposure: Search
                - name: nothing
                  select: {names: [no-such-tool]}
            """;

    private static final String TOOLS = tool("orders", "sales", "SELECT 1 AS orders")
            + tool("refunds", "sales", "SELECT 2 AS refunds")
            + tool("salaries", "people", "SELECT 3 AS salaries")
            + """
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: report, labels: {team: sales}}
            spec:
              serverRefs: [{name: shop}]
              description: Reports orders and salaries.
              script: {source: {inline: "export default async (_, ctx) => ctx.call('salaries', {})"}}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Prompt
            metadata: {name: greet, labels: {team: sales}}
            spec:
              serverRefs: [{name: shop}]
              messages: [{role: user, content: {text: {inline: Hello}}}]
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Resource
            metadata: {name: manual}
            spec:
              serverRefs: [{name: shop}]
              uri: shop://manual
              text: How to sell
            """;

    private static final String LISTED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"";

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @TempDir
    private Path cache;

    private enum Era {
        SESSIONS,
        STATELESS
    }

    private static String tool(String name, String team, String sql) {
        return """
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s, labels: {team: %s}}
                spec:
                  serverRefs: [{name: shop}]
                  description: Shows all %s of the shop.
                  statement: {adapter: db, text: {inline: "%s"}}
                """.formatted(name, team, name, sql);
    }

    private Quickstart serve(String... manifests) throws IOException {
        Files.writeString(directory.resolve("shop.yaml"), String.join("", manifests));
        return Quickstart.serve(directory, cache);
    }

    @ParameterizedTest
    @EnumSource
    void eachUrlHasItsOwnLists(Era era) throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            assertThat(names(shop, era, "", "tools/list", "tools")).containsExactly("execute", "search");
            assertThat(names(shop, era, "/sales", "tools/list", "tools"))
                    .containsExactlyInAnyOrder("orders", "refunds", "report");
            assertThat(names(shop, era, "/all", "tools/list", "tools"))
                    .containsExactlyInAnyOrder("orders", "refunds", "salaries");
            assertThat(names(shop, era, "/found", "tools/list", "tools")).containsExactly("execute", "search");
            assertThat(names(shop, era, "/nothing", "tools/list", "tools")).containsExactly("execute", "search");
            assertThat(names(shop, era, "", "prompts/list", "prompts")).containsExactly("greet");
            assertThat(names(shop, era, "/sales", "prompts/list", "prompts")).containsExactly("greet");
            assertThat(names(shop, era, "/all", "prompts/list", "prompts")).isEmpty();
            assertThat(names(shop, era, "", "resources/list", "resources")).containsExactly("manual");
            assertThat(names(shop, era, "/sales", "resources/list", "resources"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void definitionsOfOtherToolsetsAreUnknown(Era era) throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            assertThat(text(call(shop, era, "/sales", "orders", "{}"))).isEqualTo("[{\"orders\":1}]");
            assertThat(text(call(shop, era, "", "salaries", "{}"))).isEqualTo("[{\"salaries\":3}]");
            for (var url : List.of("/sales", "/found", "/nothing")) {
                var hidden = call(shop, era, url, "salaries", "{}").toString();
                var missing = call(shop, era, url, "salarieX", "{}").toString().replace("salarieX", "salaries");
                assertThat(hidden).as(url).contains("Unknown tool: salaries").isEqualTo(missing);
                assertThat(hidden).doesNotContain("near names: salaries");
            }
            assertThat(call(shop, era, "/found", "execute", "{\"tool\":\"salaries\",\"inputs\":{}}")
                            .toString())
                    .contains("salaries")
                    .doesNotContain("\\\"salaries\\\":3");
            assertThat(text(call(shop, era, "/found", "execute", "{\"tool\":\"orders\",\"inputs\":{}}")))
                    .isEqualTo("[{\"orders\":1}]");
            assertThat(request(shop, era, "/sales", "resources/read", "\"uri\":\"shop://manual\"", "shop://manual")
                            .has("error"))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void searchFindsOnlyWhatBelongsToTheToolset(Era era) throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            var query = "{\"query\":\"salaries of the shop\"}";
            assertThat(text(call(shop, era, "", "search", query))).contains("\"name\":\"salaries\"");
            assertThat(text(call(shop, era, "/found", "search", query)))
                    .contains("\"name\":\"orders\"")
                    .doesNotContain("\"name\":\"salaries\"");
        }
    }

    /** A toolset is what clients are offered, and not what its tools are made of. */
    @ParameterizedTest
    @EnumSource
    void scriptsCallToolsOutsideOfTheToolset(Era era) throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            assertThat(text(call(shop, era, "/sales", "report", "{}"))).isEqualTo("[{\"salaries\":3}]");
        }
    }

    @Test
    void instructionsAreThoseOfTheToolset() throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            for (var url : Map.of("", "All of the shop.", "/sales", "Sales only.", "/all", "All of the shop.")
                    .entrySet()) {
                assertThat(body(initialize(shop, url.getKey()))
                                .at("/result/instructions")
                                .asString(""))
                        .isEqualTo(url.getValue());
                assertThat(request(shop, Era.STATELESS, url.getKey(), "server/discover", "", "")
                                .at("/result/instructions")
                                .asString(""))
                        .isEqualTo(url.getValue());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"/sales, ''", "'', /sales", "/sales, /all"})
    void sessionIsUnknownAtOtherUrls(String began, String used) throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            var session = Map.of(
                    "Mcp-Session-Id",
                    initialize(shop, began)
                            .headers()
                            .firstValue("Mcp-Session-Id")
                            .orElseThrow());

            assertThat(post(shop, began, message("tools/list", ""), session).statusCode())
                    .isEqualTo(200);
            assertThat(post(shop, used, message("tools/list", ""), session).statusCode())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sale", "/salesX", "/sales/", "/sales/all", "//sales", "/%73ales", "/..", "/SALES"})
    void otherPathsAreNotFound(String path) throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            assertThat(post(shop, path, message("tools/list", ""), Map.of()).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void unknownToolsetIsSaid() throws IOException {
        try (var shop = serve(SERVER, TOOLS)) {
            assertThat(post(shop, "/sale", message("tools/list", ""), Map.of()).body())
                    .contains("this server has no toolset 'sale'");
        }
    }

    @Test
    void toolsetsAreBehindTheSegmentsOfTheUrl() throws IOException {
        try (var shop = serve(SERVER.replace("serverInfo:", "http: {path: \"/mcp/{tenant}\"}\n  serverInfo:"), TOOLS)) {
            assertThat(names(shop, Era.SESSIONS, "/acme/sales", "tools/list", "tools"))
                    .contains("orders");
            assertThat(names(shop, Era.SESSIONS, "/sales/sales", "tools/list", "tools"))
                    .contains("orders");
            assertThat(names(shop, Era.SESSIONS, "/sales", "tools/list", "tools"))
                    .as("one segment is the tenant, whatever its name")
                    .containsExactly("execute", "search");
            assertThat(post(shop, "/acme/bolt", message("tools/list", ""), Map.of())
                            .statusCode())
                    .isEqualTo(404);
            assertThat(post(shop, "", message("tools/list", ""), Map.of()).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void onlyClientsWhoseListChangedAreNotified() throws Exception {
        try (var shop = serve(SERVER, TOOLS)) {
            var sales = listen(shop, "/sales");
            var all = listen(shop, "/all");
            shop.edit("shop.yaml", "Shows all salaries", "Lists all salaries");
            assertThat(next(all)).contains(LISTED);
            shop.edit("shop.yaml", "Shows all refunds", "Lists all refunds");
            assertThat(next(sales)).contains(LISTED);
            assertThat(sales).as("one for the change of its own tool only").isEmpty();
        }
    }

    @Test
    void streamOfAToolsetEndsWithIt() throws Exception {
        try (var shop = serve(SERVER, TOOLS)) {
            var all = listen(shop, "/all");
            shop.edit("shop.yaml", "- name: all", "- name: everything");
            assertThat(next(all)).isEqualTo("closed");
            assertThat(post(shop, "/all", message("tools/list", ""), Map.of()).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void callersPassOnlyThePluginsOfTheToolset() throws IOException {
        var server = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  adapters: [{name: db, engine: Sqlite, url: ":memory:"}]
                  auth:
                    mode: Required
                    resource: https://mcp.example.com/mcp
                    required: [partners, sso]
                    plugins:
                      - name: partners
                        apiKey: {keys: [{principal: acme, valueFrom: {secretKeyRef: {name: keys, key: ACME}}}]}
                      - name: sso
                        jwt: {issuer: "https://login.example.com/realms/shop"}
                  toolsets:
                    - name: cursor
                      select: {labels: {team: sales}}
                      auth: {plugins: [partners]}
                      metadata: Hidden
                    - name: people
                      select: {labels: {team: people}}
                      auth: {plugins: [sso]}
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: keys}
                stringData: {ACME: not-a-secret-of-anyone}
                """;
        try (var shop = serve(server, TOOLS)) {
            var key = Map.of("X-API-Key", "not-a-secret-of-anyone");
            assertThat(post(shop, "", message("tools/list", ""), key).statusCode())
                    .isEqualTo(200);
            assertThat(post(shop, "/cursor", message("tools/list", ""), key).statusCode())
                    .isEqualTo(200);
            assertThat(post(shop, "/people", message("tools/list", ""), key).statusCode())
                    .isEqualTo(401);

            var known = post(shop, "", message("tools/list", ""), Map.of());
            assertThat(challenges(known)).anyMatch(it -> it.contains("resource_metadata="));
            var hidden = post(shop, "/cursor", message("tools/list", ""), Map.of());
            assertThat(hidden.statusCode()).isEqualTo(401);
            assertThat(challenges(hidden)).isNotEmpty().noneMatch(it -> it.contains("resource_metadata="));

            assertThat(metadata(shop, "/mcp")).isEqualTo(200);
            assertThat(metadata(shop, "/mcp/people")).isEqualTo(200);
            assertThat(metadata(shop, "/mcp/cursor")).isEqualTo(404);
            assertThat(metadata(shop, "")).as("where clients look next").isEqualTo(404);
        }
    }

    private static List<String> challenges(HttpResponse<String> response) {
        return response.headers().allValues("WWW-Authenticate");
    }

    private int metadata(Quickstart shop, String path) {
        return send(HttpRequest.newBuilder(shop.url().resolve("/.well-known/oauth-protected-resource" + path)))
                .statusCode();
    }

    private List<String> names(Quickstart shop, Era era, String url, String method, String member) {
        var names = new ArrayList<String>();
        request(shop, era, url, method, "", "")
                .at("/result/" + member)
                .forEach(entry -> names.add(entry.path("name").stringValue()));
        return names;
    }

    private JsonNode call(Quickstart shop, Era era, String url, String tool, String arguments) {
        return request(
                shop, era, url, "tools/call", "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments), tool);
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asString(answer.toString());
    }

    /** @param name the header that the newer era repeats the name of a tool or the URI of a resource in */
    private JsonNode request(Quickstart shop, Era era, String url, String method, String params, String name) {
        if (era == Era.SESSIONS) {
            return body(post(shop, url, message(method, params), Map.of()));
        }
        var meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
        var headers = new HashMap<>(Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
        if (!name.isEmpty()) {
            headers.put("Mcp-Name", name);
        }
        return body(post(shop, url, message(method, params.isEmpty() ? meta : params + "," + meta), headers));
    }

    private static String message(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s}}".formatted(method, params);
    }

    private HttpResponse<String> initialize(Quickstart shop, String url) {
        return post(
                shop,
                url,
                message(
                        "initialize",
                        "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}"),
                Map.of());
    }

    private HttpResponse<String> post(Quickstart shop, String url, String body, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(shop.url() + url))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return send(request);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private static JsonNode body(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private BlockingQueue<String> listen(Quickstart shop, String url) throws IOException, InterruptedException {
        var session =
                initialize(shop, url).headers().firstValue("Mcp-Session-Id").orElseThrow();
        var lines = new LinkedBlockingQueue<String>();
        var response = client.send(
                HttpRequest.newBuilder(URI.create(shop.url() + url))
                        .header("Accept", "text/event-stream")
                        .header("Mcp-Session-Id", session)
                        .build(),
                BodyHandlers.ofLines());
        assertThat(response.statusCode()).isEqualTo(200);
        Thread.ofVirtual().start(() -> {
            try {
                response.body().filter(line -> line.startsWith("data: {")).forEach(lines::add);
            } finally {
                lines.add("closed");
            }
        });
        return lines;
    }

    private static String next(BlockingQueue<String> lines) throws InterruptedException {
        return String.valueOf(lines.poll(Duration.ofSeconds(60).toMillis(), TimeUnit.MILLISECONDS));
    }
}
