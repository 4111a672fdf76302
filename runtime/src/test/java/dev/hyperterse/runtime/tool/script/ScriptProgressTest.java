package dev.hyperterse.runtime.tool.script;

import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Notifications of {@code ctx.progress}, between the start and the end that {@code execute} reports. */
@Timeout(120)
@ParameterizedClass
@EnumSource
class ScriptProgressTest {
    private static final Leaf[] TOOLS = {
        tool("counts", "ctx.progress(3, 10, 'three of ten'); ctx.progress(10, 10)"),
        tool("unknown", "ctx.progress(2.5, 'so far'); ctx.progress(7)"),
        tool("back", "for (const at of [2, 1, 2, 4, 3]) ctx.progress(at, 5)"),
        tool("less", "ctx.progress(0.5, 1)"),
        tool(
                "odd",
                "try { ctx.progress(...[[], ['a'], [1, NaN], [Infinity]][inputs.id]) } catch (e) { return e.message }"),
    };

    @AutoClose
    private final ScriptedEndpoint scripts;

    ScriptProgressTest(ScriptIsolation engine) {
        this.scripts = new ScriptedEndpoint(ScriptedEndpoint.in(engine, TOOLS));
    }

    @Test
    void progressHasTheTotalAndTheTextOfTheScript() throws Exception {
        assertThat(progress("counts"))
                .containsExactly(
                        "{\"progress\":0,\"total\":1,\"message\":\"execution started\"}",
                        "{\"progress\":3,\"total\":10,\"message\":\"three of ten\"}",
                        "{\"progress\":10,\"total\":10}");
    }

    @Test
    void unknownTotalIsOmitted() throws Exception {
        assertThat(progress("unknown")).endsWith("{\"progress\":2.5,\"message\":\"so far\"}", "{\"progress\":7}");
    }

    @Test
    void progressOnlyGrows() throws Exception {
        assertThat(progress("back"))
                .hasSize(3)
                .endsWith("{\"progress\":2,\"total\":5}", "{\"progress\":4,\"total\":5}");
    }

    @Test
    void completionIsReportedUnlessTheScriptReportedMore() throws Exception {
        assertThat(progress("less"))
                .endsWith(
                        "{\"progress\":0.5,\"total\":1}",
                        "{\"progress\":1,\"total\":1,\"message\":\"execution completed\"}");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void invalidProgressIsAnErrorOfTheScript(int id) throws Exception {
        assertThat(scripts.run(Optional.empty(), "odd", id)).contains("ctx.progress takes");
    }

    private List<String> progress(String tool) throws Exception {
        var body = """
                {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":{"progressToken":"p"},\
                "name":"execute","arguments":{"tool":"%s","inputs":{"id":1}}}}""".formatted(tool);
        var response = scripts.endpoint()
                .client()
                .send(
                        scripts.endpoint()
                                .request()
                                .header("Accept", TestEndpoint.EVENTS)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
        return response.body()
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> Leaves.json(line.substring("data: ".length())).path("params"))
                .filter(params -> params.path("progressToken").asString("").equals("p"))
                .map(JsonNode::toString)
                .map(params -> params.replace("\"progressToken\":\"p\",", ""))
                .toList();
    }
}
