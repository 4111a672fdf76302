package dev.hyperterse.runtime.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
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

/** Definitions with rules in CEL, over HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class AccessRulesTest {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    /** The second of them fails for the first caller, because keys have no claims. */
    private static final Optional<AccessPolicy> BOLT_ALONE =
            Rules.policy("principal.subject == 'bolt' || principal.claims.missing == 'x'");

    private static final List<Leaf> FOR_ALL = List.of(
            Leaves.tool("list-orders", "Lists the orders of a customer"),
            Leaves.tool("whoami", "Says who calls"),
            Leaves.prompt("greet", List.of(Leaves.argument("name", true, "Ann", "Bob")), text("Hi")),
            Leaves.resource("test://open", Leaves.text("open")),
            Leaves.template(Leaves.uriTemplate("test://", "{name}"), List.of(), Leaves.text("by template")));

    private static final List<Leaf> FOR_BOLT = List.of(
            Leaves.tool("refund-orders", "Refunds payments of ledger entries").with(BOLT_ALONE),
            Leaves.tool("orders-of-invoices", "Lists the orders of an invoice").with(BOLT_ALONE),
            Leaves.prompt("confidential", List.of(Leaves.argument("project", true, "Zeus")), text("Psst"))
                    .with(BOLT_ALONE),
            Leaves.resource("test://closed", Leaves.text("closed")).with(BOLT_ALONE),
            Leaves.template(
                            Leaves.uriTemplate("ledger://", "{entry}"),
                            List.of(Leaves.argument("entry", true, "first")),
                            Leaves.text("ledger"))
                    .with(BOLT_ALONE));

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(guarded(1, both()));

    @AutoClose
    private final TestEndpoint without = new TestEndpoint(guarded(1, FOR_ALL));

    AccessRulesTest() throws Exception {}

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
    void definitionThatARuleHidesIsIndistinguishableFromAMissingOne(String method, String params) throws Exception {
        var asked = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";

        var seen = endpoint.post(asked, "X-API-Key", ACME);
        var expected = without.post(asked, "X-API-Key", ACME);

        assertThat(seen.body()).isEqualTo(expected.body());
        assertThat(seen.statusCode()).isEqualTo(expected.statusCode());
    }

    @Test
    void admittedCallerUsesTheDefinition() throws Exception {
        assertThat(called("tools/list", "{}", BOLT)).contains("refund-orders");
        assertThat(called("tools/call", "{\"name\":\"refund-orders\"}", BOLT)).contains("\"result\"");
        assertThat(called("resources/read", "{\"uri\":\"test://closed\"}", BOLT))
                .contains("\"text\":\"closed\"");
    }

    @Test
    void ruleOfAServerIsEvaluatedForEachDefinition() throws Exception {
        var rule = Rules.policy("tool.name.startsWith('list-') || principal.subject == 'bolt'");
        endpoint.catalogs()
                .swap(guarded(
                        2, FOR_ALL.stream().<Leaf>map(leaf -> leaf.with(rule)).toList()));

        assertThat(called("tools/list", "{}", ACME)).contains("list-orders").doesNotContain("whoami");
        assertThat(called("tools/list", "{}", BOLT)).contains("list-orders", "whoami");
        assertThat(called("resources/list", "{}", ACME)).doesNotContain("test://open");
    }

    @Test
    void ruleAboutTheCallIsEvaluatedAtEachReadAndGet() throws Exception {
        var own = Optional.of(
                AccessPolicy.of(List.of(Rules.rule("inputs.name == principal.subject", Optional.of("only your own")))));
        endpoint.catalogs()
                .swap(guarded(
                        2,
                        List.of(
                                Leaves.prompt("greet", List.of(Leaves.argument("name", true, "Ann")), text("Hi"))
                                        .with(own),
                                Leaves.template(
                                                Leaves.uriTemplate("test://", "{name}"),
                                                List.of(),
                                                Leaves.text("by template"))
                                        .with(own))));

        assertThat(called("prompts/list", "{}", ACME)).contains("greet");
        assertThat(called("resources/read", "{\"uri\":\"test://acme\"}", ACME)).contains("by template");
        assertThat(called("resources/read", "{\"uri\":\"test://bolt\"}", ACME))
                .contains("only your own")
                .doesNotContain("by template");
        assertThat(called("resources/subscribe", "{\"uri\":\"test://bolt\"}", ACME))
                .contains("only your own");
        assertThat(called("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"acme\"}}", ACME))
                .contains("Hi");
        assertThat(called("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"bolt\"}}", ACME))
                .contains("only your own")
                .doesNotContain("Hi");
    }

    /** Rules wait for nothing, so they take no place of the calls that run. */
    @Test
    void ruleAboutAGetIsEvaluatedWhileAsManyCallsRunAsMay() throws Exception {
        var own = Optional.of(AccessPolicy.of(List.of(Rules.rule("inputs.name == 'acme'", Optional.empty()))));
        var open = guarded(
                2,
                List.of(Leaves.prompt("greet", List.of(Leaves.argument("name", true, "Ann")), text("Hi"))
                        .with(own)));
        var limits = open.server().limits();
        var none = new Limits(
                limits.maxRequestSize(),
                limits.maxResultSize(),
                limits.bufferSize(),
                limits.callTimeoutMillis(),
                limits.concurrentCalls(),
                limits.streams(),
                Optional.empty(),
                Optional.of(0),
                Optional.empty());
        endpoint.catalogs()
                .swap(new Catalog(
                        open.revision(),
                        open.server().with(draft -> draft.limits = none),
                        open.leaves(),
                        open.values()));

        assertThat(called("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"acme\"}}", ACME))
                .contains("Hi");
        assertThat(called("prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"bolt\"}}", ACME))
                .doesNotContain("Hi", "busy");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            X-Team blue                        ; true
            x-team blue                        ; true
            X-Team Blue                        ; false
            X-Other blue                       ; false
            X-Team blue X-Team blue            ; false
            X-Team blue x-team red             ; false
            X-Team red X-TEAM blue             ; false
            X-Team blue X-Blocked 1            ; false
            X-Team blue X-Blocked 1 X-Blocked 2; false""")
    void headersAreCaseInsensitiveAndDuplicatesRefused(String sent, boolean admitted) throws Exception {
        endpoint.catalogs()
                .swap(guarded(
                        2,
                        List.of(Leaves.resource("test://open", Leaves.text("contents"))
                                .with(Rules.policy("headers['x-team'] == 'blue' && !('x-blocked' in headers)")))));
        var headers = new ArrayList<>(List.of("X-API-Key", ACME));
        headers.addAll(List.of(sent.strip().split(" ")));

        var answer = endpoint.post(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"resources/read\",\"params\":{\"uri\":\"test://open\"}}",
                headers.toArray(String[]::new));

        assertThat(answer.body().contains("contents")).isEqualTo(admitted);
    }

    @Test
    void unlinkableRuleDisablesOnlyItsDefinition() throws Exception {
        var program = new AccessRule.Program("bm8gcnVsZQ==", Set.of(), Set.of(), Set.of());
        var broken = new AccessRule("broken", "true", program, Optional.empty());
        endpoint.catalogs()
                .swap(guarded(
                        2,
                        List.of(
                                Leaves.tool("open", "Open"),
                                Leaves.tool("closed", "Closed").with(Optional.of(AccessPolicy.of(List.of(broken)))))));

        assertThat(called("tools/list", "{}", ACME)).contains("\"open\"").doesNotContain("closed");
        assertThat(endpoint.catalogs().current().orElseThrow().refused()).hasSize(1);
    }

    private String called(String method, String params, String key) throws Exception {
        return endpoint.call(method, params, "X-API-Key", key).toString();
    }

    private static Content text(String text) {
        return new Content.Text(Template.literal(text));
    }

    private static List<Leaf> both() {
        var both = new ArrayList<>(FOR_ALL);
        both.addAll(FOR_BOLT);
        return both;
    }

    private static Catalog guarded(long sequence, List<? extends Leaf> leaves) {
        var open = Servers.searching().with(Exposure.SearchAndDirect).catalog(sequence, leaves);
        var server = open.server();
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        var digests = Map.of(ApiKeyDigests.digest(ACME), "acme", ApiKeyDigests.digest(BOLT), "bolt");
        return new Catalog(
                open.revision(),
                server.with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(digests).write())));
    }
}
