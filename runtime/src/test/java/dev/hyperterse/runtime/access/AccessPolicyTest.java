package dev.hyperterse.runtime.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.stream.StreamTimings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions with access policies, over HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class AccessPolicyTest {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final AccessPolicy BOLT_ALONE =
            new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("bolt"), Map.of());
    private static final AccessPolicy REFUNDS =
            new AccessPolicy(Optional.of("sso"), Set.of("orders:refund"), Set.of(), Set.of(), Map.of());
    private static final String TOOLS_CHANGED =
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private static final List<Leaf> FOR_ALL = List.of(
            Leaves.tool("list-orders", "Lists the orders of a customer"),
            Leaves.tool("whoami", "Says who calls"),
            Leaves.prompt("greet", List.of(Leaves.argument("name", true, "Ann", "Bob")), text("Hi")),
            Leaves.resource("test://open", Leaves.text("open")),
            Leaves.template(Leaves.uriTemplate("test://", "{name}"), List.of(), Leaves.text("by template")));

    private static final List<Leaf> FOR_BOLT = List.of(
            Leaves.tool("refund-orders", "Refunds payments of ledger entries").with(Optional.of(BOLT_ALONE)),
            Leaves.tool("orders-of-invoices", "Lists the orders of an invoice").with(Optional.of(BOLT_ALONE)),
            Leaves.prompt("confidential", List.of(Leaves.argument("project", true, "Zeus")), text("Psst"))
                    .with(Optional.of(BOLT_ALONE)),
            Leaves.resource("test://closed", Leaves.text("closed")).with(Optional.of(BOLT_ALONE)),
            Leaves.template(
                            Leaves.uriTemplate("ledger://", "{entry}"),
                            List.of(Leaves.argument("entry", true, "first")),
                            Leaves.text("ledger"))
                    .with(Optional.of(BOLT_ALONE)));

    @AutoClose
    private final Issuer issuer = new Issuer();

    private final StreamTimings pace =
            new StreamTimings(Duration.ofMillis(1), Duration.ZERO, 1_000, Duration.ofMillis(200), TestEndpoint.LONG);

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(guarded(1, both()), KeyRing.random(), pace);

    @AutoClose
    private final TestEndpoint without = new TestEndpoint(guarded(1, FOR_ALL));

    AccessPolicyTest() throws Exception {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            tools/list               | {}
            prompts/list             | {}
            resources/list           | {}
            resources/templates/list | {}
            tools/call               | {"name":"refund-orders","arguments":{}}
            tools/call               | {"name":"refund-orders","arguments":{"id":"no number"}}
            tools/call               | {"name":"execute","arguments":{"tool":"refund-orders","inputs":{}}}
            tools/call               | {"name":"search","arguments":{"query":"refund-orders"}}
            tools/call               | {"name":"search","arguments":{"query":"orders"}}
            tools/call               | {"name":"search","arguments":{"query":"orders of a customer"}}
            tools/call               | {"name":"search","arguments":{"query":"ledger"}}
            tools/call               | {"name":"search","arguments":{"query":"ledg customer"}}
            tools/call               | {"name":"search","arguments":{"query":"ledgre invoicse"}}
            tools/call               | {"name":"search","arguments":{"query":"payments of who calls"}}
            prompts/get              | {"name":"confidential","arguments":{}}
            prompts/get              | {"name":"confidential","arguments":{"project":"Zeus"}}
            resources/read           | {"uri":"test://closed"}
            resources/read           | {"uri":"ledger://first"}
            resources/subscribe      | {"uri":"ledger://first"}
            completion/complete      | {"ref":{"type":"ref/prompt","name":"confidential"},"argument":{"name":"project","value":""}}
            completion/complete      | {"ref":{"type":"ref/resource","uri":"ledger://{entry}"},"argument":{"name":"entry","value":""}}
            completion/complete      | {"ref":{"type":"ref/resource","uri":"test://closed"},"argument":{"name":"entry","value":""}}""")
    void forbiddenDefinitionIsIndistinguishableFromAMissingOne(String method, String params) throws Exception {
        var asked = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";

        var seen = endpoint.post(asked, "X-API-Key", ACME);
        var expected = without.post(asked, "X-API-Key", ACME);

        assertThat(seen.body()).isEqualTo(expected.body());
        assertThat(seen.statusCode()).isEqualTo(expected.statusCode());
    }

    @Test
    void admittedCallerUsesTheDefinition() throws Exception {
        assertThat(endpoint.call("tools/list", "{}", "X-API-Key", BOLT).toString())
                .contains("refund-orders");
        assertThat(endpoint.call("tools/call", "{\"name\":\"refund-orders\"}", "X-API-Key", BOLT)
                        .toString())
                .contains("\"result\"")
                .doesNotContain("isError");
        assertThat(search("refund-orders", BOLT)).contains("refund-orders");
        assertThat(endpoint.call(
                                "prompts/get",
                                "{\"name\":\"confidential\",\"arguments\":{\"project\":\"Zeus\"}}",
                                "X-API-Key",
                                BOLT)
                        .toString())
                .contains("Psst");
        assertThat(endpoint.call("resources/read", "{\"uri\":\"test://closed\"}", "X-API-Key", BOLT)
                        .toString())
                .contains("\"text\":\"closed\"");
    }

    @Test
    void policyOfAPluginDoesNotAdmitCallersOfAnother() throws Exception {
        endpoint.catalogs()
                .swap(guarded(2, List.of(Leaves.tool("refund", "Refunds").with(Optional.of(REFUNDS)))));

        assertThat(callRefund("Authorization", "Bearer " + token("orders:read orders:refund")))
                .contains("\"result\"");
        assertThat(callRefund("Authorization", "Bearer " + token("orders:read Orders:Refund")))
                .contains("Unknown tool");
        assertThat(callRefund("X-API-Key", BOLT)).contains("Unknown tool");
    }

    @Test
    void visibilityFollowsTheTokenOfEachRequest() throws Exception {
        endpoint.catalogs()
                .swap(guarded(2, List.of(Leaves.tool("refund", "Refunds").with(Optional.of(REFUNDS)))));
        var session = session("Authorization", "Bearer " + token("orders:read"));

        assertThat(callRefund("Mcp-Session-Id", session, "Authorization", "Bearer " + token("orders:read")))
                .contains("Unknown tool");
        assertThat(callRefund("Mcp-Session-Id", session, "Authorization", "Bearer " + token("orders:refund")))
                .contains("\"result\"");
        assertThat(callRefund("Mcp-Session-Id", session, "Authorization", "Bearer " + token("orders:read")))
                .contains("Unknown tool");
    }

    @Test
    void changedPolicyAppliesToTheNextCall() throws Exception {
        var open = Leaves.tool("refund", "Refunds");
        endpoint.catalogs().swap(guarded(2, List.of(open)));
        assertThat(callRefund("X-API-Key", ACME)).contains("\"result\"");

        endpoint.catalogs().swap(guarded(3, List.of(open.with(Optional.of(BOLT_ALONE)))));
        assertThat(callRefund("X-API-Key", ACME)).contains("Unknown tool");
        assertThat(callRefund("X-API-Key", BOLT)).contains("\"result\"");

        endpoint.catalogs().swap(guarded(4, List.of(open)));
        assertThat(callRefund("X-API-Key", ACME)).contains("\"result\"");
    }

    @Test
    void batchPassesTheSameCheck() throws Exception {
        var answer = endpoint.post(
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"refund-orders\"}},"
                        + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"prompts/get\",\"params\":{\"name\":\"confidential\"}}]",
                "MCP-Protocol-Version",
                "2025-03-26",
                "X-API-Key",
                ACME);

        assertThat(answer.body()).contains("Unknown tool", "Unknown prompt").doesNotContain("result");
    }

    @Test
    void streamNotifiesOnlyOfVisibleDefinitions() throws Exception {
        try (var acme = listen(ACME);
                var bolt = listen(BOLT)) {
            var changed = new ArrayList<>(both());
            changed.set(
                    FOR_ALL.size(),
                    Leaves.tool("refund-orders", "Another description").with(Optional.of(BOLT_ALONE)));
            endpoint.catalogs().swap(guarded(2, changed));
            assertThat(bolt.lineBeginning("data: {")).isEqualTo(TOOLS_CHANGED);

            endpoint.streams().converged("epoch.2");
            assertThat(bolt.lineBeginning("data: {"))
                    .as("notified again after convergence")
                    .isEqualTo(TOOLS_CHANGED);
            assertThat(acme.lineBeginning(":")).as("only a keep-alive comment").isEqualTo(":");

            changed.set(0, Leaves.tool("list-orders", "Another description"));
            endpoint.catalogs().swap(guarded(3, changed));
            assertThat(acme.lineBeginning("data: {")).isEqualTo(TOOLS_CHANGED);
        }
    }

    @Test
    void newlyVisibleToolIsNotified() throws Exception {
        try (var acme = listen(ACME)) {
            var opened = new ArrayList<>(both());
            opened.set(FOR_ALL.size(), opened.get(FOR_ALL.size()).with(Optional.empty()));
            endpoint.catalogs().swap(guarded(2, opened));

            assertThat(acme.lineBeginning("data: {")).isEqualTo(TOOLS_CHANGED);
        }
    }

    @Test
    void subscriberIsNotNotifiedOfARevokedResource() throws Exception {
        endpoint.catalogs().swap(withPlan(2, "for all", Optional.empty()));
        try (var acme = subscribed(ACME)) {
            endpoint.catalogs().swap(withPlan(3, "for bolt", Optional.of(BOLT_ALONE)));

            assertThat(acme.lineBeginning("data: {"))
                    .as("the list, and not the content")
                    .contains("resources/list_changed");
        }
    }

    /** The other subscriber still sees it, so its change is notified again. */
    @Test
    void subscriberIsNotNotifiedOfARevokedResourceOnConvergence() throws Exception {
        endpoint.catalogs().swap(withPlan(2, "for all", Optional.empty()));
        try (var acme = subscribed(ACME);
                var bolt = subscribed(BOLT)) {
            endpoint.catalogs().swap(withPlan(3, "for bolt", Optional.of(BOLT_ALONE)));
            assertThat(bolt.lineBeginning("data: {")).contains("resources/updated");
            endpoint.catalogs().swap(withPlan(4, "more for bolt", Optional.of(BOLT_ALONE)));
            assertThat(bolt.lineBeginning("data: {")).contains("resources/updated");

            endpoint.streams().converged("epoch.4");

            bolt.lineBeginning("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\"");
            endpoint.catalogs().swap(guarded(5, List.of(Leaves.tool("list-orders", "Another description"))));
            assertThat(untilQuietAfter(TOOLS_CHANGED, acme))
                    .contains(TOOLS_CHANGED)
                    .allSatisfy(event -> assertThat(event).doesNotContain("shared://plan"));
        }
    }

    private Catalog withPlan(long sequence, String text, Optional<AccessPolicy> policy) {
        var leaves = new ArrayList<>(both());
        leaves.add(Leaves.resource("shared://plan", Leaves.text(text)).with(policy));
        return guarded(sequence, leaves);
    }

    private Wire subscribed(String key) throws Exception {
        var session = session("X-API-Key", key);
        var wire = new Wire(endpoint).listen(session, "X-API-Key: " + key);
        assertThat(wire.status()).isEqualTo(200);
        wire.lineBeginning("id: ");
        endpoint.call(
                "resources/subscribe", "{\"uri\":\"shared://plan\"}", "Mcp-Session-Id", session, "X-API-Key", key);
        return wire;
    }

    /** All events up to a comment, which an idle stream sends. */
    private static List<String> untilQuietAfter(String event, Wire wire) throws Exception {
        var events = new ArrayList<String>();
        for (var line = ""; !line.startsWith(":") || !events.contains(event); line = wire.lineBeginning("")) {
            if (line.startsWith("data: {")) {
                events.add(line);
            }
        }
        return events;
    }

    @Test
    void policyOfTheServerIsEvaluatedBeforeTheBodyIsRead() throws Exception {
        endpoint.catalogs()
                .swap(guarded(
                        2,
                        both(),
                        Optional.of(new AccessPolicy(
                                Optional.empty(), Set.of("mcp:use", "orders:read"), Set.of(), Set.of(), Map.of()))));
        var ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

        var lacking = endpoint.post(ping, "Authorization", "Bearer " + token("orders:read"));
        assertThat(lacking.statusCode()).isEqualTo(403);
        assertThat(lacking.headers().allValues("WWW-Authenticate"))
                .contains("Bearer error=\"insufficient_scope\", scope=\"mcp:use orders:read\", "
                        + "resource_metadata=\"https://shop.example.com/.well-known/oauth-protected-resource/mcp\"");
        assertThat(endpoint.refused()).contains(new AuthenticationResult.NotAdmitted(Set.of("mcp:use")));

        var enough = endpoint.post(ping, "Authorization", "Bearer " + token("orders:read mcp:use"));
        assertThat(enough.statusCode()).isEqualTo(200);

        var missing = endpoint.post(ping);
        assertThat(missing.statusCode()).isEqualTo(401);
        assertThat(missing.headers().allValues("WWW-Authenticate"))
                .anySatisfy(challenge -> assertThat(challenge).contains("scope=\"mcp:use orders:read\""));

        assertThat(endpoint.post(ping, "X-API-Key", BOLT).statusCode()).isEqualTo(403);
    }

    @Test
    void callersBeyondTheKeptVisibilityClassesSeeTheirDefinitions() throws Exception {
        var leaves = new ArrayList<Leaf>();
        for (int index = 0; index < 70; index++) {
            leaves.add(Leaves.tool("tool-" + index, "Of one scope")
                    .with(Optional.of(new AccessPolicy(
                            Optional.of("sso"), Set.of("scope-" + index), Set.of(), Set.of(), Map.of()))));
        }
        endpoint.catalogs().swap(guarded(2, leaves));

        for (int round = 0; round < 2; round++) {
            for (int index = 0; index < 70; index++) {
                var listed = endpoint.call("tools/list", "{}", "Authorization", "Bearer " + token("scope-" + index));
                assertThat(listed.path("result").path("tools").valueStream())
                        .extracting(tool -> tool.path("name").asString())
                        .containsExactly("execute", "search", "tool-" + index);
            }
        }
    }

    private String token(String scopes) throws Exception {
        return Issuer.signed(issuer.claims().claim("scope", scopes).build(), issuer.key());
    }

    private String callRefund(String... headers) throws Exception {
        return endpoint.call("tools/call", "{\"name\":\"refund\",\"arguments\":{}}", headers)
                .toString();
    }

    private String search(String query, String key) throws Exception {
        return endpoint.call(
                        "tools/call",
                        "{\"name\":\"search\",\"arguments\":{\"query\":\"" + query + "\"}}",
                        "X-API-Key",
                        key)
                .toString();
    }

    private Wire listen(String key) throws Exception {
        var wire = new Wire(endpoint).listen(session("X-API-Key", key), "X-API-Key: " + key);
        assertThat(wire.status()).isEqualTo(200);
        wire.lineBeginning("id: ");
        return wire;
    }

    private String session(String... credentials) throws Exception {
        return endpoint.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}",
                        credentials)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static Content text(String text) {
        return new Content.Text(Template.literal(text));
    }

    private static List<Leaf> both() {
        var both = new ArrayList<>(FOR_ALL);
        both.addAll(FOR_BOLT);
        return both;
    }

    private Catalog guarded(long sequence, List<? extends Leaf> leaves) {
        return guarded(sequence, leaves, Optional.empty());
    }

    private Catalog guarded(long sequence, List<? extends Leaf> leaves, Optional<AccessPolicy> policy) {
        var open = Servers.searching().with(Exposure.SearchAndDirect).catalog(sequence, leaves);
        var server = open.server();
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS), issuer.plugin()),
                Optional.of(Issuer.RESOURCE),
                policy);
        var digests = Map.of(ApiKeyDigests.digest(ACME), "acme", ApiKeyDigests.digest(BOLT), "bolt");
        return new Catalog(
                open.revision(),
                server.with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(digests).write())));
    }
}
