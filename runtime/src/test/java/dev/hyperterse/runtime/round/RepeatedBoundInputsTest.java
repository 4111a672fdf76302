package dev.hyperterse.runtime.round;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.direct;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.isAsked;
import static dev.hyperterse.runtime.endpoint.RepeatingClient.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A call of the modern era whose bound input comes from a header, which may differ in each round. */
class RepeatedBoundInputsTest {
    private static final String FORM =
            "{ message: 'How many?', requestedSchema: { type: 'object', properties: { size: { type: 'integer' } } } }";
    private static final Map<String, String> ANSWERS =
            Map.of("size", "{\"action\":\"accept\",\"content\":{\"size\":4}}");

    @AutoClose
    private final ScriptedEndpoint scripts = new ScriptedEndpoint(
            ScriptedEndpoint.keys(),
            Duration.ofMinutes(5),
            Servers.searching().with(Exposure.SearchAndDirect),
            bound(ScriptedEndpoint.tool(
                    "asks",
                    "const kept = await ctx.once('k', () => 'kept of ' + inputs.tenant); await ctx.elicit('size', "
                            + FORM + "); return kept + ' for ' + inputs.tenant")),
            ScriptedEndpoint.tool("calls", "return ctx.call('asks', {})"));

    private final RepeatingClient client = RepeatingClient.able(scripts.endpoint());

    /** What {@code ctx.once} kept may be of one tenant. */
    @ParameterizedTest
    @ValueSource(strings = {"asks", "calls"})
    void roundOfAnotherTenantIsNotContinued(String tool) throws Exception {
        var params = tool(tool);
        var asked = client.with("X-Tenant", "acme").call(params);
        assertThat(isAsked(asked)).isTrue();
        var key = asked.at("/result/inputRequests").propertyNames().iterator().next();
        var again = repeated(params, asked, Map.of(key, ANSWERS.get("size")));

        assertThat(client.with("X-Tenant", "bolt").call(again).toString())
                .contains("have changed since the client was asked")
                .doesNotContain("kept of");
        assertThat(client.with("X-Tenant", "acme").call(again).toString()).contains("kept of acme for acme");
    }

    private static ObjectNode tool(String name) {
        var params = direct(name);
        params.putObject("arguments");
        return name.equals("calls") ? direct(name) : params;
    }

    private static ToolLeaf bound(ToolLeaf tool) {
        var tenant = new BoundInput(Input.of("tenant", InputType.STRING, false), new BoundSource.Header("x-tenant"));
        return tool.with(draft -> {
            draft.inputs = new Inputs.Declared(List.of(), List.of(tenant));
            draft.inputSchema = Leaves.json("{\"type\":\"object\"}");
        });
    }
}
