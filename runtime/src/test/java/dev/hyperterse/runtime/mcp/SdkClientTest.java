package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.http.ReplicaEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The official Java client against the endpoint, as an independent reading of the specification. */
class SdkClientTest {
    @Test
    void clientListsCallsReadsAndReceivesChanges() throws Exception {
        var server = Servers.searching();
        try (var endpoint = new TestEndpoint(server.catalog(
                1,
                Leaves.tool("get-orders", "Orders of a customer"),
                Leaves.prompt(
                        "greet",
                        List.of(Leaves.argument("name", true)),
                        new Content.Text(
                                new Template(List.of(new Template.Literal("Dear "), new Template.Argument("name"))))),
                Leaves.resource("shop://terms", Leaves.text("Be kind."))))) {
            var changed = new CountDownLatch(1);
            var transport = HttpClientStreamableHttpTransport.builder("http://localhost:" + endpoint.port())
                    .endpoint(ReplicaEndpoint.PATH)
                    .build();
            try (var client = McpClient.sync(transport)
                    .requestTimeout(Duration.ofSeconds(30))
                    .toolsChangeConsumer(tools -> changed.countDown())
                    .build()) {
                var initialized = client.initialize();
                assertThat(initialized.protocolVersion()).isEqualTo("2025-11-25");
                assertThat(client.listTools().tools())
                        .extracting(McpSchema.Tool::name)
                        .containsExactly("execute", "search");

                var result = client.callTool(McpSchema.CallToolRequest.builder("execute")
                        .arguments(Map.of("tool", "get-orders", "inputs", Map.of("id", 1)))
                        .build());
                assertThat(((McpSchema.TextContent) result.content().getFirst()).text())
                        .contains("get-orders");

                var prompt = client.getPrompt(McpSchema.GetPromptRequest.builder("greet")
                        .arguments(Map.of("name", "Ada"))
                        .build());
                assertThat(((McpSchema.TextContent) prompt.messages().getFirst().content()).text())
                        .isEqualTo("Dear Ada");

                var resource = client.readResource(
                        McpSchema.ReadResourceRequest.builder("shop://terms").build());
                assertThat(((McpSchema.TextResourceContents) resource.contents().getFirst()).text())
                        .isEqualTo("Be kind.");

                TestEndpoint.await(
                        "the client listens", () -> endpoint.streams().open() == 1);
                endpoint.catalogs().swap(server.catalog(2, Leaves.tool("get-orders", "changed")));
                assertThat(changed.await(60, TimeUnit.SECONDS)).isTrue();
            }
        }
    }
}
