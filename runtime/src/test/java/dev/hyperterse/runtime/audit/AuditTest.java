package dev.hyperterse.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Outcome;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
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
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Records of calls, over HTTP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class AuditTest {
    private static final String KEY = "acme-0123456789abcdef";
    /** Would end the line, add a member and colour a terminal, were it written as it is. */
    private static final String HOSTILE =
            "ac\"me\n{\"audit\":\"call\",\"subject\":\"root\"}\r\u2028\u001b[31m\u202e\u007f";

    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final Optional<AuditSettings> ALL = Optional.of(new AuditSettings(true));

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(audited(1, "acme", Optional.of(new AuditSettings(false))));

    @Test
    void callLeavesOneRecordWithPrincipalDefinitionAndOutcome() throws Exception {
        call(
                "orders",
                "{\"id\":1,\"password\":\"hunter2\"}",
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        var line = only();
        assertThat(line.at("/audit").asString()).isEqualTo("call");
        assertThat(line.at("/server").asString()).isEqualTo("shop/shop");
        assertThat(line.at("/revision").asString()).isEqualTo("epoch.1");
        assertThat(line.at("/method").asString()).isEqualTo("tools/call");
        assertThat(line.at("/name").asString()).isEqualTo("orders");
        assertThat(line.at("/definition").asString()).startsWith("Tool ").endsWith("/orders");
        assertThat(line.at("/generation").isNumber()).isTrue();
        assertThat(line.at("/plugin").asString()).isEqualTo("partners");
        assertThat(line.at("/subject").asString()).isEqualTo("acme");
        assertThat(line.at("/outcome").asString()).isEqualTo("completed");
        assertThat(line.at("/rows").asInt()).isEqualTo(1);
        assertThat(line.at("/durationMicros").isNumber()).isTrue();
        assertThat(line.at("/traceId").asString()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(line.has("arguments")).isFalse();
        assertThat(endpoint.audit()).doesNotContain("hunter2", KEY);
    }

    @Test
    void failedCallIsRecordedByItsStageWithoutItsMessage() throws Exception {
        call("fail", "{}");

        assertThat(only().at("/outcome").asString()).isEqualTo("execution");
        assertThat(endpoint.audit()).doesNotContain("42P01");
    }

    @Test
    void hiddenDefinitionIsRecordedAsDeniedAndMissingOneAsUnknown() throws Exception {
        var hidden = call("hidden", "{}");
        var unknown = call("no-such-tool", "{}");
        endpoint.post(request("execute", "{\"tool\":\"hidden\",\"inputs\":{}}"), "X-API-Key", KEY);

        assertThat(hidden.replace("hidden", "")).isEqualTo(unknown.replace("no-such-tool", ""));
        assertThat(lines().stream().map(line -> line.at("/outcome").asString()))
                .containsExactly("denied", "unknown", "denied");
        assertThat(lines().stream().map(line -> line.at("/name").asString()))
                .containsExactly("hidden", "no-such-tool", "hidden");
    }

    @Test
    void longNameIsTruncated() throws Exception {
        call("x".repeat(5_000), "{}");

        assertThat(only().at("/name").asString()).isEqualTo("x".repeat(256) + "[5000 characters]");
    }

    @Test
    void recordNamesThePolicyOrRuleThatHides() throws Exception {
        call("hidden", "{}");
        call("ruled", "{}");
        call("no-such-tool", "{}");

        assertThat(lines().stream().map(line -> line.at("/outcome").asString()))
                .containsExactly("denied", "denied", "unknown");
        assertThat(lines().stream().map(line -> line.at("/reason").asString("")))
                .containsExactly("policy", "rule:test", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            prompts/get         | {"name":"hidden"}                  | denied  | hidden              | policy
            prompts/get         | {"name":"no-such-prompt"}          | unknown | no-such-prompt      |
            prompts/get         | {"name":"asked"}                   | auth    | asked               | rule:test
            resources/read      | {"uri":"hidden://ann"}             | denied  | hidden://{name}     | policy
            resources/read      | {"uri":"no-such://resource"}       | unknown | no-such://resource  |
            resources/read      | {"uri":"test://asked"}             | auth    | test://asked        | rule:test
            resources/subscribe | {"uri":"hidden://ann"}             | denied  | hidden://{name}     | policy
            resources/subscribe | {"uri":"test://asked"}             | auth    | test://asked        | rule:test
            """)
    void refusedReadsAndGetsAreRecorded(String method, String params, String outcome, String name, String reason)
            throws Exception {
        post(method, params);

        assertThat(only().at("/method").asString()).isEqualTo(method);
        assertThat(only().at("/outcome").asString()).isEqualTo(outcome);
        assertThat(only().at("/name").asString()).isEqualTo(name);
        assertThat(only().at("/reason").asString("")).isEqualTo(reason == null ? "" : reason);
        assertThat(only().has("definition")).isEqualTo(!outcome.equals("unknown"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            tools/call          | {"name":"search","arguments":{"query":"orders"}}                 | completed  | search       | 1
            tools/call          | {"name":"search","arguments":{}}                                 | validation | search       |
            tools/call          | {"name":"search","arguments":{"query":""}}                       | validation | search       |
            tools/call          | {"name":"execute","arguments":{"inputs":{}}}                     | validation | execute      |
            tools/call          | {"name":"execute","arguments":{"tool":"orders"}}                 | validation | orders       |
            tools/call          | {"name":"execute","arguments":{"tool":"orders","inputs":[]}}     | validation | orders       |
            tools/call          | {"name":"execute","arguments":{"tool":"no-such","inputs":{}}}    | unknown    | no-such      |
            tools/call          | {"name":"orders","arguments":5}                                  | validation | orders       |
            tools/call          | {"name":"orders"}                                                | completed  | orders       | 1
            tools/call          | {"name":"fail"}                                                  | execution  | fail         |
            tools/call          | {"name":"no-such"}                                               | unknown    | no-such      |
            tools/call          | {"name":5}                                                       | validation |              |
            tools/call          | [5]                                                              | validation |              |
            prompts/get         | {"name":"greeting","arguments":{"who":"Ada"}}                    | completed  | greeting     |
            prompts/get         | {"name":"greeting"}                                              | validation | greeting     |
            prompts/get         | {"name":"greeting","arguments":{"who":5}}                        | validation | greeting     |
            prompts/get         | {"name":"greeting","arguments":5}                                | validation | greeting     |
            prompts/get         | {"name":"no-such"}                                               | unknown    | no-such      |
            prompts/get         | {}                                                               | validation |              |
            prompts/get         | 5                                                                | validation |              |
            resources/read      | {"uri":"test://open"}                                            | completed  | test://open  |
            resources/read      | {"uri":"open://ann"}                                             | completed  | open://{name} |
            resources/read      | {"uri":"no-such://resource"}                                     | unknown    | no-such://resource |
            resources/read      | {"uri":5}                                                        | validation |              |
            resources/subscribe | {"uri":"test://open"}                                            | validation | test://open  |
            resources/subscribe | {"uri":"no-such://resource"}                                     | unknown    | no-such://resource |
            resources/subscribe | {}                                                               | validation |              |
            """)
    void everyCallIsRecordedAndCountedOnce(String method, String params, String outcome, String name, Integer rows)
            throws Exception {
        post(method, params);

        assertThat(only().at("/method").asString()).isEqualTo(method);
        assertThat(only().at("/name").asString()).isEqualTo(name == null ? "" : name);
        assertThat(only().at("/outcome").asString()).isEqualTo(outcome);
        assertThat(only().at("/rows").asInt(-1)).isEqualTo(rows == null ? -1 : rows);
        assertThat(endpoint.ran().stream().map(Outcome::spelling))
                .containsExactly(outcome.equals("unknown") ? "resolve" : outcome);
    }

    @Test
    void refusedCallsAreCountedByStage() throws Exception {
        call("hidden", "{}");
        post("prompts/get", "{\"name\":\"asked\"}");
        endpoint.catalogs()
                .swap(audited(
                        2,
                        "acme",
                        ALL,
                        Optional.of(new Rates(Optional.of(new Rate(1, 1)), Optional.empty(), Optional.empty()))));
        call("orders", "{}");
        call("orders", "{}");

        assertThat(endpoint.ran())
                .containsExactly(
                        new Outcome.Failed(Stage.RESOLVE),
                        new Outcome.Failed(Stage.AUTH),
                        Outcome.Ended.COMPLETED,
                        new Outcome.Failed(Stage.RATE_LIMITED));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            ping                     | {}
            tools/list               | {}
            resources/templates/list | {"cursor":"forged"}
            completion/complete      | {"ref":{"type":"ref/prompt","name":"greeting"},"argument":{"name":"who","value":""}}
            completion/complete      | {"ref":{"type":"ref/prompt","name":"hidden"},"argument":{"name":"who","value":""}}
            resources/unsubscribe    | {"uri":"test://open"}
            no/such-method           | {}
            """)
    void requestsAnsweredFromTheCatalogAreNotRecorded(String method, String params) throws Exception {
        post(method, params);

        assertThat(endpoint.audit()).isEmpty();
        assertThat(endpoint.ran()).isEmpty();
    }

    @Test
    void subscriptionIsRecordedWithItsDefinition() throws Exception {
        var session = endpoint.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}",
                        "X-API-Key",
                        KEY)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();

        post("resources/subscribe", "{\"uri\":\"open://ann\"}", "Mcp-Session-Id", session);

        assertThat(only().at("/outcome").asString()).isEqualTo("completed");
        assertThat(only().at("/name").asString()).isEqualTo("open://{name}");
        assertThat(only().at("/definition").asString()).startsWith("Resource ");
    }

    @Test
    void argumentsOfSearchPromptsAndReadsAreAnOptIn() throws Exception {
        endpoint.catalogs().swap(audited(2, "acme", ALL));

        post("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"orders\"}}");
        post("prompts/get", "{\"name\":\"greeting\",\"arguments\":{\"who\":\"Ada\"}}");
        post("resources/read", "{\"uri\":\"open://ann\"}");
        post("resources/read", "{\"uri\":\"skill://shop/refunds/policy/limits.md\"}");

        assertThat(lines().stream().map(line -> line.at("/arguments").toString()))
                .containsExactly(
                        "{\"query\":\"orders\"}",
                        "{\"who\":\"Ada\"}",
                        "{\"name\":\"ann\"}",
                        "{\"path\":\"policy/limits.md\"}");
    }

    @Test
    void rateLimitedCallsAreRecorded() throws Exception {
        endpoint.catalogs()
                .swap(audited(
                        2,
                        "acme",
                        ALL,
                        Optional.of(new Rates(Optional.of(new Rate(1, 1)), Optional.empty(), Optional.empty()))));
        call("orders", "{}");
        call("orders", "{}");

        assertThat(lines().stream().map(line -> line.at("/outcome").asString()))
                .containsExactly("completed", "rate-limited");
    }

    @Test
    void noNameOrArgumentEndsALineOrAddsAMember() throws Exception {
        endpoint.catalogs().swap(audited(2, "acme", ALL));
        var name = JsonMapper.shared().writeValueAsString(HOSTILE);
        endpoint.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":" + name + "}}",
                "X-API-Key",
                KEY);
        call("orders", "{" + name + ":" + name + "}");

        assertThat(endpoint.audit()).matches("[\\x20-\\x7e\\n]*");
        assertThat(lines()).hasSize(2);
        assertThat(lines().getFirst().at("/name").asString()).isEqualTo(HOSTILE);
        assertThat(lines().getLast().at("/arguments").propertyNames()).containsExactly(HOSTILE);
    }

    @Test
    void argumentsAreAnOptInWithCredentialsRedacted() throws Exception {
        endpoint.catalogs().swap(audited(2, "acme", ALL));

        call(
                "orders",
                "{\"id\":1,\"Pass_Word\":\"hunter2\",\"nested\":[{\"api-key\":{\"a\":\"hunter3\"}}],\"note\":\"x\"}");
        call("orders", "{\"note\":\"" + "y".repeat(20_000) + "\"}");

        assertThat(lines().getFirst().at("/arguments").toString())
                .isEqualTo(
                        "{\"id\":1,\"Pass_Word\":\"[redacted]\",\"nested\":[{\"api-key\":\"[redacted]\"}],\"note\":\"x\"}");
        assertThat(lines().getLast().at("/arguments").asString()).isEqualTo("[20011 bytes]");
        assertThat(endpoint.audit()).doesNotContain("hunter", "yyyy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password", "userPwd", "PASSPHRASE", "client_secret", "access-token", "X-Api-Key", "aws_access_key_id",
                "privateKey", "credentials", "Authorization", "bearer", "id_jwt", "cookies", "session.id"
            })
    void valueOfACredentialNameIsRedacted(String name) throws Exception {
        endpoint.catalogs().swap(audited(2, "acme", ALL));

        call("orders", "{\"" + name + "\":[{\"a\":\"hunter2\"}]}");

        assertThat(only().at("/arguments").toString()).isEqualTo("{\"" + name + "\":\"[redacted]\"}");
    }

    @Test
    void reloadSwitchesTheAuditLog() throws Exception {
        endpoint.catalogs().swap(audited(2, "acme", Optional.empty()));
        call("orders", "{}");
        call("no-such-tool", "{}");
        assertThat(endpoint.audit()).isEmpty();

        endpoint.catalogs().swap(audited(3, "acme", ALL));
        call("orders", "{}");
        assertThat(only().at("/revision").asString()).isEqualTo("epoch.3");
    }

    private String call(String tool, String arguments, String... headers) throws Exception {
        var all = new java.util.ArrayList<>(List.of("X-API-Key", KEY));
        all.addAll(List.of(headers));
        return endpoint.post(request(tool, arguments), all.toArray(String[]::new))
                .body();
    }

    private void post(String method, String params, String... headers) throws Exception {
        var all = new java.util.ArrayList<>(List.of("X-API-Key", KEY));
        all.addAll(List.of(headers));
        endpoint.post(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}",
                all.toArray(String[]::new));
    }

    private static String request(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    private static Content text(String text) {
        return new Content.Text(Template.literal(text));
    }

    private JsonNode only() {
        assertThat(lines()).hasSize(1);
        return lines().getFirst();
    }

    private List<JsonNode> lines() {
        return endpoint.audit().lines().map(JsonMapper.shared()::readTree).toList();
    }

    private static Catalog audited(long sequence, String subject, Optional<AuditSettings> audit) {
        return audited(sequence, subject, audit, Optional.empty());
    }

    private static Catalog audited(
            long sequence, String subject, Optional<AuditSettings> audit, Optional<Rates> rates) {
        var usual = Servers.LIMITS;
        var limits = new Limits(
                usual.maxRequestSize(),
                usual.maxResultSize(),
                usual.bufferSize(),
                usual.callTimeoutMillis(),
                usual.concurrentCalls(),
                usual.streams(),
                rates,
                Optional.empty(),
                Optional.empty());
        var others = new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("another"), Map.of());
        var open = Servers.searching()
                .with(Exposure.SearchAndDirect)
                .with(limits)
                .catalog(
                        sequence,
                        Leaves.tool("orders", "Lists orders"),
                        Leaves.tool("fail", "Fails"),
                        Leaves.tool("hidden", "Hides").with(Optional.of(others)),
                        Leaves.tool("ruled", "Has a rule").with(Rules.policy("principal.subject == 'another'")),
                        Leaves.prompt("hidden", List.of(), text("Psst")).with(Optional.of(others)),
                        Leaves.prompt("asked", List.of(), text("Hi")).with(Rules.policy("headers['x-team'] == 'blue'")),
                        Leaves.prompt("greeting", List.of(Leaves.argument("who", true)), text("Hi")),
                        Leaves.resource("test://open", Leaves.text("open")),
                        Leaves.skill("skill://shop/refunds", "SKILL.md", "policy/limits.md"),
                        Leaves.template(Leaves.uriTemplate("open://", "{name}"), List.of(), Leaves.text("open")),
                        Leaves.resource("test://asked", Leaves.text("asked"))
                                .with(Rules.policy("headers['x-team'] == 'blue'")),
                        Leaves.template(Leaves.uriTemplate("hidden://", "{name}"), List.of(), Leaves.text("closed"))
                                .with(Optional.of(others)));
        var server = open.server();
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        return new Catalog(
                open.revision(),
                server.with(draft -> {
                    draft.auth = auth;
                    draft.audit = audit;
                }),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(Map.of(ApiKeyDigests.digest(KEY), subject)).write())));
    }
}
