package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tools come, go and change on a server of two replicas. The last good version stays served and the status reports what is
 * wrong; nothing stale is served.
 */
@OnPlayground
class EditsIT {
    private static final String TOOL = "tool/greeting";
    private static final String ENTRY = "{.status.servers[0].";

    private static Gateway gateway;
    private static Everywhere replicas;

    @BeforeAll
    static void openTheShop(Gateway opened) throws IOException {
        gateway = opened;
        gateway.apply(Shop.listingServer("shop", 2));
        gateway.awaitReady("hyperterseserver/shop");
        replicas = Everywhere.of(gateway, "shop", 2);
    }

    @AfterEach
    void emptyTheShop() {
        gateway.delete("tools", "--all");
        replicas.awaitTools();
    }

    @Test
    void readyToolIsFoundAndExecutedOnEveryReplica() {
        gateway.apply(Shop.orders("shop"), Shop.tool("version-of-shop", "shop", "Version of the shop", "one"));
        gateway.awaitReady("tool/list-orders", "tool/version-of-shop");

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
    void aToolThatComesLaterIsServedByEveryReplicaOnceItIsReady() throws Exception {
        gateway.apply(Shop.orders("shop"));
        gateway.awaitReady("tool/list-orders");

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "hello"));
        gateway.awaitReady("tool/greeting");

        for (var replica : gateway.replicas("shop", 2)) {
            var answer = gateway.client(replica).initialize().execute("greeting", "{}");
            assertThat(answer.at("/0/version").stringValue()).isEqualTo("hello");
        }
    }

    @Test
    void lastGoodVersionIsServedUntilTheToolIsFixed() throws Exception {
        gateway.apply(Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady(TOOL);

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "{{ inputs.nobody }}"));
        gateway.awaitReason("InvalidStatement", TOOL);

        replicas.serves("greeting", "one");
        assertThat(gateway.value(TOOL, ENTRY + "generation}")).isEqualTo("2");
        assertThat(gateway.value(TOOL, ENTRY + "servedGeneration}")).isEqualTo("1");
        assertThat(gateway.value(TOOL, ENTRY + "conditions[?(@.type=='Serving')].reason}"))
                .isEqualTo("LastGoodVersion");
        assertThat(gateway.value(TOOL, "{.status.conditions[?(@.type=='Ready')].message}"))
                .contains("spec.statement.text", "nobody");
        gateway.await("jsonpath={.status.rejected.samples[0].name}=greeting", "hyperterseserver/shop");

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "three"));
        gateway.awaitReady(TOOL);

        replicas.serves("greeting", "three");
        assertThat(gateway.value(TOOL, ENTRY + "servedGeneration}")).isEqualTo("3");
    }

    @Test
    void faultyNewToolIsNotServedAndItsFixAffectsNoOther() throws Exception {
        gateway.apply(
                Shop.tool("greeting", "shop", "Greets", "{{ inputs.nobody }}"),
                Shop.tool("farewell", "shop", "Says farewell", "one"));
        gateway.awaitReady("tool/farewell");
        gateway.awaitReason("InvalidStatement", TOOL);
        replicas.serves("farewell", "one");
        replicas.knowsNothingOf("greeting");

        gateway.apply(Shop.tool("greeting", "shop", "Greets", "two"));
        gateway.awaitReady(TOOL);

        replicas.serves("greeting", "two");
        replicas.serves("farewell", "one");
    }

    @Test
    void aRevokedGrantTakesTheToolsAwayAndGivesThemBack() throws Exception {
        gateway.apply(Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady(TOOL);

        grant("None");
        gateway.awaitReason("NotAllowedAdapter", TOOL);
        replicas.awaitTools();
        replicas.knowsNothingOf("greeting");
        assertThat(gateway.value(TOOL, ENTRY + "servedGeneration}")).isEmpty();

        grant("Same");
        gateway.awaitReason("Serving", TOOL);
        replicas.serves("greeting", "one");
    }

    @Test
    void aRenamedToolIsServedUnderItsNewNameAlone() throws Exception {
        gateway.apply(Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady(TOOL);
        replicas.awaitTools("greeting");

        gateway.apply(Shop.named("welcome", Shop.tool("greeting", "shop", "Greets", "one")));
        gateway.awaitReady(TOOL);

        replicas.awaitTools("welcome");
        replicas.serves("welcome", "one");
        replicas.knowsNothingOf("greeting");
        assertThat(gateway.value(TOOL, "{.status.servers[0].toolName}")).isEqualTo("welcome");
    }

    @Test
    void aToolMovesToAnotherServerAndIsDeletedThere() throws Exception {
        gateway.apply(Shop.listingServer("outlet", 1), Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady("hyperterseserver/outlet", TOOL);
        var outlet = Everywhere.of(gateway, "outlet", 1);
        replicas.awaitTools("greeting");
        outlet.knowsNothingOf("greeting");

        gateway.apply(Shop.tool("greeting", "outlet", "Greets", "one"));
        gateway.awaitReady(TOOL);
        outlet.serves("greeting", "one");
        replicas.awaitTools();
        replicas.knowsNothingOf("greeting");
        assertThat(gateway.value(TOOL, "{.status.servers[*].name}")).isEqualTo("outlet");

        gateway.delete(TOOL);
        outlet.awaitTools();
        outlet.knowsNothingOf("greeting");
        gateway.await("jsonpath={.status.attached.tools}=0", "hyperterseserver/shop", "hyperterseserver/outlet");
    }

    @Test
    void theSecondOfTwoToolsWithOneNameWaitsUntilTheNameIsFree() throws Exception {
        gateway.apply(Shop.tool("greeting", "shop", "Greets", "first"));
        gateway.awaitReady(TOOL);

        gateway.apply(Shop.named("greeting", Shop.tool("another", "shop", "Greets too", "second")));
        gateway.awaitReason("NameConflict", "tool/another");
        replicas.awaitTools("greeting");
        replicas.serves("greeting", "first");
        assertThat(gateway.value(TOOL, "{.status.conditions[?(@.type=='Ready')].status}"))
                .isEqualTo("True");

        gateway.delete(TOOL);
        gateway.awaitReason("Serving", "tool/another");
        replicas.awaitTools("greeting");
        replicas.serves("greeting", "second");
    }

    private static void grant(String from) {
        gateway.kubectl(
                "patch",
                "hyperterseserver/shop",
                "--type=json",
                "--patch=[{\"op\":\"add\",\"path\":\"/spec/adapters/0/namespaces\",\"value\":{\"from\":\"" + from
                        + "\"}}]");
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
