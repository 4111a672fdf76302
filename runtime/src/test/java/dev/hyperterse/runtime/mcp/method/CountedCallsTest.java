package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.AuditSettings;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.Rates;
import dev.hyperterse.catalog.server.Rates.Rate;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.decision.FakeDecisionPoint;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.live.definition.LiveTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rates and records of calls that scripts make. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class CountedCallsTest {
    private static final Optional<Rate> TWO = Optional.of(new Rate(2, 2));
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @AutoClose
    private final ScriptedEndpoint shop = new ScriptedEndpoint(
            ScriptedEndpoint.tool("inner", "return 1"),
            ScriptedEndpoint.tool("fails", "ctx.error('no')"),
            ScriptedEndpoint.tool("once", "return ctx.call('inner', {id: 1})"),
            ScriptedEndpoint.tool(
                    "thrice",
                    "const said = []; for (const id of [1, 2, 3]) {"
                            + " try { said.push((await ctx.call('inner', {id}))[0].value) }"
                            + " catch (refused) { said.push(refused.message) } } return said"),
            ScriptedEndpoint.tool("scarce", "return 1")
                    .with(draft -> draft.rates = Optional.of(new ToolRates(TWO, Optional.empty()))),
            ScriptedEndpoint.tool(
                    "spends",
                    "const said = []; for (const id of [1, 2, 3]) {"
                            + " said.push(await ctx.call('scarce', {id}).then(() => 'ran', (refused) => refused.message)) }"
                            + " return said"),
            ScriptedEndpoint.tool("catches", "return ctx.call('fails', {id: 1}).catch(() => 'caught')"));

    @Test
    void callByAScriptCountsForTheRateOfTheTool() throws Exception {
        shop.endpoint().catalogs().swap(limited(new Rates(Optional.empty(), TWO, Optional.empty()), Optional.empty()));
        assertThat(run("thrice"))
                .isEqualTo(
                        "[{\"value\":1},{\"value\":1},{\"value\":\"too many calls of this tool: try again after 30 s\"}]");
        assertThat(run("inner")).startsWith("too many calls of this tool");
        assertThat(run("once")).startsWith("execution failed: too many calls of this tool");
    }

    @Test
    void callByAScriptCountsForTheOwnRatesOfTheTool() throws Exception {
        assertThat(run("spends")).contains("ran", "too many calls of this tool by this caller: try again after 30 s");
        assertThat(run("scarce")).startsWith("too many calls of this tool by this caller");
        assertThat(run("inner")).isEqualTo("[{\"value\":1}]");
    }

    @Test
    void callByAScriptCountsNeitherForTheCallerNorForTheServer() throws Exception {
        shop.endpoint().catalogs().swap(limited(new Rates(TWO, Optional.empty(), TWO), Optional.empty()));
        assertThat(run("thrice")).isEqualTo("[{\"value\":1},{\"value\":1},{\"value\":1}]");
        assertThat(run("once")).isEqualTo("[{\"value\":1}]");
        assertThat(run("once")).startsWith("too many calls of this caller");
    }

    @Test
    void callByAScriptOfAToolsetCountsForAToolThatTheToolsetDoesNotHave() throws Exception {
        var sales = new Toolset("sales", Optional.empty(), Optional.empty(), List.of(), Toolset.Metadata.Published);
        var limited = limited(new Rates(Optional.empty(), TWO, Optional.empty()), Optional.empty());
        shop.endpoint()
                .catalogs()
                .swap(new Catalog(
                        limited.revision(),
                        limited.server().with(draft -> draft.toolsets = List.of(sales)),
                        limited.leaves().stream()
                                .map(ToolLeaf.class::cast)
                                .<Leaf>map(leaf -> leaf.with(Optional.of(AccessPolicy.of(List.of())
                                        .in(leaf.name().equals("inner") ? Set.of() : Set.of("sales")))))
                                .toList(),
                        limited.values()));
        var client = RepeatingClient.able(shop.endpoint()).at("/mcp/sales");

        assertThat(ScriptedEndpoint.shown(client.call(RepeatingClient.execute("inner"))))
                .startsWith("Unknown tool");
        assertThat(ScriptedEndpoint.shown(client.call(RepeatingClient.execute("thrice"))))
                .contains("too many calls of this tool");
    }

    @Test
    void callByAScriptLeavesItsOwnRecordInTheTraceOfTheClient() throws Exception {
        var audit = Optional.of(new AuditSettings(true));
        shop.endpoint().catalogs().swap(limited(new Rates(Optional.empty(), TWO, Optional.empty()), audit));
        call("thrice");
        call("catches");
        assertThat(records("method"))
                .containsExactly("ctx.call", "ctx.call", "ctx.call", "tools/call", "ctx.call", "tools/call");
        assertThat(records("name")).containsExactly("inner", "inner", "inner", "thrice", "fails", "catches");
        assertThat(records("outcome"))
                .containsExactly("completed", "completed", "rate-limited", "completed", "execution", "completed");
        assertThat(records("traceId")).containsOnly(TRACE);
        assertThat(lines().getFirst().at("/rows").asInt()).isEqualTo(1);
        assertThat(lines().getFirst().at("/arguments").toString()).isEqualTo("{\"id\":1}");
        assertThat(lines().getFirst().at("/definition").asString()).endsWith("/inner");
    }

    @Test
    void recordOfADecidedCallByAScriptHasTheReasonAlsoIfItFails() throws Exception {
        try (var point = new FakeDecisionPoint()) {
            var recorded = limited(Rates.NONE, Optional.of(new AuditSettings(false)));
            shop.endpoint()
                    .catalogs()
                    .swap(new Catalog(
                            recorded.revision(),
                            recorded.server()
                                    .with(draft -> draft.auth = AuthSettings.of(AuthSettings.Mode.Anonymous)
                                            .decidedBy(point.settings(DecisionSettings.Failure.Closed))),
                            recorded.leaves().stream()
                                    .map(leaf -> leaf.with(Optional.of(
                                            AccessPolicy.of(List.of()).decidedAtTheCall())))
                                    .toList(),
                            new ValueSet("decided", Map.of(ValueKey.decision("key"), FakeDecisionPoint.KEY))));
            call("catches");

            assertThat(records("outcome")).containsExactly("execution", "completed");
            assertThat(records("reason")).containsExactly("in-office", "in-office");
        }
    }

    private String run(String tool) throws Exception {
        return ScriptedEndpoint.shown(call(tool));
    }

    private JsonNode call(String tool) throws Exception {
        return shop.endpoint()
                .call(
                        "tools/call",
                        "{\"name\":\"execute\",\"arguments\":{\"tool\":\"%s\",\"inputs\":{\"id\":7}}}".formatted(tool),
                        "traceparent",
                        "00-" + TRACE + "-b7ad6b7169203331-01");
    }

    private List<String> records(String member) {
        return lines().stream().map(line -> line.path(member).asString()).toList();
    }

    private List<JsonNode> lines() {
        return shop.endpoint()
                .audit()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    /** What is served, with these settings. */
    private Catalog limited(Rates rates, Optional<AuditSettings> audit) {
        var live = shop.endpoint().catalogs().current().orElseThrow();
        var server = live.settings();
        var usual = Servers.LIMITS;
        return new Catalog(
                new Revision("epoch", 2, "sha-2"),
                server.with(draft -> {
                    draft.limits = new Limits(
                            usual.maxRequestSize(),
                            usual.maxResultSize(),
                            usual.bufferSize(),
                            usual.callTimeoutMillis(),
                            usual.concurrentCalls(),
                            usual.streams(),
                            Optional.of(rates),
                            Optional.empty(),
                            Optional.empty());
                    draft.audit = audit;
                }),
                live.tools().values().stream().<Leaf>map(LiveTool::leaf).toList(),
                live.values());
    }
}
