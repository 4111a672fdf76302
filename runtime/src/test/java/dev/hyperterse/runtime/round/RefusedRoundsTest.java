package dev.hyperterse.runtime.round;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.repeated;
import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
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
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
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

/** Calls with an unusable state or header are refused, counted and recorded. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class RefusedRoundsTest {
    private static final String ANN = "ann-0123456789abcdef";
    private static final String BOB = "bob-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final Limits TWO_CALLS = new Limits(
            1 << 20,
            4 << 20,
            128 << 20,
            30_000,
            256,
            2,
            Optional.of(new Rates(Optional.of(new Rate(1, 2)), Optional.empty(), Optional.empty())),
            Optional.empty(),
            Optional.empty());

    @AutoClose
    private final ScriptedEndpoint scripts =
            new ScriptedEndpoint(ScriptedEndpoint.keys(), Duration.ofMinutes(5), catalog(1, Optional.empty()));

    private final TestEndpoint endpoint = scripts.endpoint();
    private final RepeatingClient ann = RepeatingClient.able(endpoint).with("X-API-Key", ANN);
    private final RepeatingClient bob = RepeatingClient.able(endpoint).with("X-API-Key", BOB);

    /** An attempt to go on with the call of another caller. */
    @Test
    void stateOfAnotherCallerLeavesARecord() throws Exception {
        var asked = ann.call(execute("asks"));
        bob.call(repeated(execute("asks"), asked, Map.of()));

        assertThat(records())
                .extracting(it -> it.at("/subject").asString() + " "
                        + it.at("/name").asString() + " " + it.at("/outcome").asString())
                .containsExactly("ann asks input_required", "bob asks validation");
    }

    @Test
    void callerExcludedBetweenTwoRoundsFindsNoTool() throws Exception {
        var asked = ann.call(execute("asks"));
        var bobAlone = new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("bob"), Map.of());
        endpoint.catalogs().swap(catalog(2, Optional.of(bobAlone)));
        var answered = ann.call(repeated(execute("asks"), asked, Map.of("k", "{\"roots\":[]}")));

        assertThat(answered.at("/result/content/0/text").asString()).startsWith("Unknown tool: asks");
        assertThat(records().getLast().at("/outcome").asString()).isEqualTo("denied");
    }

    @Test
    void refusedStatesCountForTheRateOfTheirCaller() throws Exception {
        var asked = ann.call(execute("asks"));
        var stolen = repeated(execute("asks"), asked, Map.of());
        for (int call = 0; call < 2; call++) {
            assertThat(bob.call(stolen).at("/error/message").asString()).contains("'requestState'");
        }

        assertThat(bob.post("tools/call", stolen).statusCode()).isEqualTo(429);
        assertThat(bob.post("prompts/get", stolen).statusCode()).isEqualTo(429);
        assertThat(records().getLast().at("/outcome").asString()).isEqualTo("rate-limited");
    }

    @Test
    void mismatchedHeadersCountAndLeaveARecord() throws Exception {
        var request = ModernRequest.call("stock", "{\"region\":\"eu\"}");
        for (int call = 0; call < 2; call++) {
            var refused = request.post(endpoint, "X-API-Key", BOB, "Mcp-Param-Region", "us");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(Leaves.json(refused.body()).at("/error/code").intValue()).isEqualTo(-32020);
        }

        assertThat(request.post(endpoint, "X-API-Key", BOB, "Mcp-Param-Region", "us")
                        .statusCode())
                .isEqualTo(429);
        assertThat(records())
                .extracting(it ->
                        it.at("/name").asString() + " " + it.at("/outcome").asString())
                .containsExactly("stock validation", "stock validation", "stock rate-limited");
    }

    /** The tool of that name is hidden behind the entry tool, whose schema asks for no header. */
    @Test
    void entryToolNeedsNoHeadersOfAToolWithItsName() throws Exception {
        assertThat(ModernRequest.call("search", "{\"query\":\"stock\"}")
                        .answer(endpoint, "X-API-Key", BOB)
                        .at("/result/content/0/text")
                        .asString())
                .contains("stock");
    }

    private List<JsonNode> records() {
        return endpoint.audit().lines().map(Leaves::json).toList();
    }

    private static Catalog catalog(long sequence, Optional<AccessPolicy> policy) {
        var schema = Leaves.json(
                "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}");
        var query = Leaves.json(
                "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\",\"x-mcp-header\":\"Query\"}}}");
        var open = Servers.searching()
                .with(Exposure.SearchAndDirect)
                .catalog(
                        sequence,
                        tool("asks", "return ctx.roots('k')").with(policy),
                        tool("stock", "return 1").with(draft -> draft.inputSchema = schema),
                        tool("search", "return 1").with(draft -> draft.inputSchema = query));
        var digests = new ApiKeyDigests(Map.of(ApiKeyDigests.digest(ANN), "ann", ApiKeyDigests.digest(BOB), "bob"));
        return new Catalog(
                open.revision(),
                open.server().with(draft -> {
                    draft.auth = new AuthSettings(
                            AuthSettings.Mode.Required,
                            List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                            Optional.empty(),
                            Optional.empty());
                    draft.audit = Optional.of(new AuditSettings(false));
                    draft.limits = TWO_CALLS;
                }),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, digests.write())));
    }
}
