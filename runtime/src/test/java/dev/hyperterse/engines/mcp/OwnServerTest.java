package dev.hyperterse.engines.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** A server of this kind behind another one. */
@Timeout(60)
class OwnServerTest {
    private static final JsonNode STOCK = Leaves.json(
            "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}");

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching()
            .with(Exposure.SearchAndDirect)
            .catalog(
                    1,
                    Leaves.tool("orders", "Lists orders"),
                    Leaves.tool("stock", "What is there").with(draft -> draft.inputSchema = STOCK),
                    Leaves.prompt("hello", List.of(), new Content.Text(Template.literal("Hi"))),
                    Leaves.resource("docs://readme", Leaves.text("Read me."))));

    @AutoClose
    private final McpCalls calls = McpCalls.on("http://127.0.0.1:" + endpoint.port() + "/mcp");

    @Test
    void resultIsTheSameAsDirectly() {
        assertThat(calls.run("orders", "{\"id\":1}"))
                .isEqualTo("\"content\":[{\"type\":\"text\",\"text\":"
                        + "\"[{\\\"tool\\\":\\\"orders\\\",\\\"arguments\\\":{\\\"id\\\":1}}]\"}]");
    }

    @Test
    void argumentsAreRepeatedInTheHeadersThatItAsksFor() {
        assertThat(calls.run("stock", "{\"region\":\"eu\"}", STOCK)).contains("\\\"region\\\":\\\"eu\\\"");
        assertThat(calls.run("stock", "{}", STOCK)).contains("\"content\":[");
    }

    @Test
    void promptsAndResourcesAreTheSameAsDirectly() {
        assertThat(calls.prompt("hello", Map.of()))
                .contains("\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}}]");
        assertThat(calls.read("docs://readme"))
                .isEqualTo(
                        "\"contents\":[{\"uri\":\"docs://readme\",\"mimeType\":\"text/plain\",\"text\":\"Read me.\"}]");
        assertThat(calls.read("docs://gone")).startsWith("resolve: ");
    }

    @Test
    void toolsAreFoundThroughTheEntryTools() {
        assertThat(calls.run("search", "{\"query\":\"orders\"}")).contains("orders");
        assertThat(calls.run("execute", "{\"tool\":\"orders\",\"inputs\":{\"id\":1}}"))
                .contains("\"content\":[");
    }

    @Test
    void unknownToolIsSaid() {
        assertThat(calls.run("gone", "{}")).startsWith("execution: ").contains("gone", "may not exist there any more");
        assertThat(calls.check("gone", Optional.empty())).isInstanceOf(StatementCheck.Refused.class);
        assertThat(calls.check("orders", Optional.empty())).isInstanceOf(StatementCheck.Accepted.class);
    }
}
