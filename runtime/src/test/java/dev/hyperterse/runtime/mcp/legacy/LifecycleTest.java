package dev.hyperterse.runtime.mcp.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleTest {
    private TestEndpoint endpoint;

    @BeforeAll
    void start() {
        endpoint = new TestEndpoint(Servers.searching().catalog(1, Leaves.tool("get-orders", "Orders of a customer")));
    }

    @AfterAll
    void stop() {
        endpoint.close();
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05, 2024-11-05",
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "1999-01-01, 2025-11-25",
        "2026-07-28, 2025-11-25"
    })
    void initializeAgreesOnAVersion(String asked, String answered) throws Exception {
        var result = endpoint.call(
                        "initialize",
                        "{\"protocolVersion\":\"" + asked + "\",\"capabilities\":{},"
                                + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}")
                .get("result");

        assertThat(result.get("protocolVersion").stringValue()).isEqualTo(answered);
        assertThat(result.get("serverInfo").get("name").stringValue()).isEqualTo("shop");
        assertThat(result.get("instructions").stringValue()).isEqualTo("Be kind.");
        assertThat(result.get("capabilities").propertyNames())
                .containsExactlyInAnyOrder("tools", "prompts", "resources", "logging", "completions");
    }

    @Test
    void sessionIdIsValidOnTheNextRequest() throws Exception {
        var id = endpoint.initialize("2025-11-25");

        assertThat(id).hasSizeLessThanOrEqualTo(256).matches("[!-~]+");
        assertThat(endpoint.call("ping", "{}", "Mcp-Session-Id", id)
                        .get("result")
                        .isEmpty())
                .isTrue();
        assertThat(endpoint.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "Mcp-Session-Id", id)
                        .statusCode())
                .isEqualTo(202);
    }

    @Test
    void entryToolsAreListedByName() throws Exception {
        var tools = endpoint.call("tools/list", "{}").get("result").get("tools");

        assertThat(tools.valueStream()
                        .map(tool -> tool.get("name").stringValue())
                        .toList())
                .isEqualTo(List.of("execute", "search"));
    }

    @Test
    void searchFindsAndExecuteRuns() throws Exception {
        var found = endpoint.call("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"orders\"}}");
        var executed = endpoint.call(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"get-orders\",\"inputs\":{\"id\":1,\"note\":\"a\\\"b\"}}}");

        var hits = Leaves.json(found.at("/result/content/0/text").stringValue());
        assertThat(hits.at("/0/name").stringValue()).isEqualTo("get-orders");
        var rows = Leaves.json(executed.at("/result/content/0/text").stringValue());
        assertThat(rows.at("/0/arguments/note").stringValue()).isEqualTo("a\"b");
    }
}
