package dev.hyperterse.runtime.mcp.method;

import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which calls count for a tool, where the metrics of a server tell tools apart. */
class ToolMetricsOfCallsTest {
    private static final AccessPolicy SOMEBODY_ELSE =
            new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("bolt"), Map.of());

    @Test
    void callsOfClientsAndScriptsCountForTheToolAndThoseOfHiddenToolsDoNot() throws Exception {
        var price = tool("price", "return {price: 1}");
        var order = tool("order", "return await ctx.call('price', {})");
        var failing = tool("failing", "throw new Error('out of stock')");
        var hidden = tool("hidden", "return {}").with(Optional.of(SOMEBODY_ELSE));
        try (var server = serving(true, price, order, failing, hidden)) {
            server.endpoint().execute("price", "{}");
            call(server, "price");
            call(server, "order");
            call(server, "failing");
            call(server, "hidden");
            call(server, "missing");
            server.endpoint().execute("hidden", "{}");

            var page = server.endpoint().metrics().exposition();

            assertThat(page.lines().filter(line -> line.startsWith("hyperterse_tool_calls_total{")))
                    .containsExactly(
                            "hyperterse_tool_calls_total{outcome=\"completed\",tool=\"failing\"} 0",
                            "hyperterse_tool_calls_total{outcome=\"completed\",tool=\"hidden\"} 0",
                            "hyperterse_tool_calls_total{outcome=\"completed\",tool=\"order\"} 1",
                            "hyperterse_tool_calls_total{outcome=\"completed\",tool=\"price\"} 3",
                            "hyperterse_tool_calls_total{outcome=\"execution\",tool=\"failing\"} 1");
            assertThat(page)
                    .contains("hyperterse_tool_call_duration_seconds_count{tool=\"price\"} 3\n")
                    .contains("hyperterse_tool_call_duration_seconds_count{tool=\"hidden\"} 0\n");
        }
    }

    @Test
    void noNameOfAToolIsOnThePageByDefault() throws Exception {
        try (var server = serving(false, tool("price", "return {price: 1}"))) {
            call(server, "price");

            assertThat(server.endpoint().metrics().exposition())
                    .contains("# TYPE hyperterse_tool_calls_total counter\n")
                    .doesNotContain("price");
        }
    }

    private static void call(ScriptedEndpoint server, String tool) throws Exception {
        server.endpoint().call("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}");
    }

    private static ScriptedEndpoint serving(boolean byTool, ToolLeaf... tools) {
        var plain = Servers.searching().with(Exposure.SearchAndDirect).catalog(1, tools);
        var server = plain.server().with(draft -> draft.toolMetrics = byTool);
        return new ScriptedEndpoint(
                ScriptedEndpoint.keys(),
                Duration.ofMinutes(5),
                new Catalog(plain.revision(), server, plain.leaves(), plain.values()));
    }
}
