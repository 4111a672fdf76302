package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From {@code kubectl apply} over {@code kubectl wait} to a client at each replica. */
@OnPlayground
class ApplyAndServeIT {
    @Test
    void readyToolIsFoundAndExecutedOnEveryReplica(Gateway gateway) {
        gateway.apply(
                Shop.server("shop", 2),
                Shop.orders("shop"),
                Shop.tool("version-of-shop", "shop", "Version of the shop", "one"));
        gateway.awaitReady("hyperterseserver/shop", "tool/list-orders", "tool/version-of-shop");

        for (var replica : gateway.replicas("shop", 2)) {
            try (var client = officialClient(replica)) {
                client.initialize();
                assertThat(text(client.callTool(call("search", Map.of("query", "orders of a customer")))))
                        .contains("\"list-orders\"");
                assertThat(text(client.callTool(
                                call("execute", Map.of("tool", "list-orders", "inputs", Map.of("customer", "Ada"))))))
                        .isEqualTo("[{\"id\":1,\"status\":\"open\"}]");
            }
        }
    }

    @Test
    void aToolThatComesLaterIsServedByEveryReplicaOnceItIsReady(Gateway gateway) throws Exception {
        gateway.apply(Shop.server("shop", 2), Shop.orders("shop"));
        gateway.awaitReady("hyperterseserver/shop", "tool/list-orders");
        gateway.replicas("shop", 2);

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "hello"));
        gateway.awaitReady("tool/greeting");

        for (var replica : gateway.replicas("shop")) {
            var answer = gateway.client(replica).initialize().execute("greeting", "{}");
            assertThat(answer.at("/0/version").stringValue()).isEqualTo("hello");
        }
    }

    private static McpSyncClient officialClient(URI url) {
        return McpClient.sync(HttpClientStreamableHttpTransport.builder(
                                url.resolve("/").toString())
                        .endpoint(url.getPath())
                        .build())
                .build();
    }

    private static McpSchema.CallToolRequest call(String tool, Map<String, Object> arguments) {
        return McpSchema.CallToolRequest.builder(tool).arguments(arguments).build();
    }

    private static String text(McpSchema.CallToolResult result) {
        assertThat(result.isError()).isNotEqualTo(true);
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }
}
