package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page about scripts shows of sessions, notifications and questions. */
@Timeout(180)
class ScriptClientGuideIT {
    private static final Path PAGE = Path.of("..", "docs", "scripts.md");
    private static final Pattern SCRIPT_BLOCK = Pattern.compile("(?ms)^```js\n(.*?)^```$");

    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              adapters:
                - {name: stock, access: ReadWrite, engine: Sqlite, url: ":memory:", sqlite: {initSql: {configMapKeyRef: {name: data, key: stock.sql}}}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: data}
            data:
              stock.sql: |
                CREATE TABLE stock (product TEXT, pieces INTEGER);
                INSERT INTO stock VALUES ('lamp', 3);
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Resource
            metadata: {name: stock}
            spec:
              serverRefs: [{name: shop}]
              uriTemplate: "stock://{product}"
              text: How many there are
            """;

    private static final String QUERIES = """
                queries:
                  - {name: reserve, adapter: stock, text: {inline: "UPDATE stock SET pieces = pieces - 1 WHERE product = {{ inputs.product }}"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void theExampleOfASessionRemembersViewedItems() throws IOException {
        try (var shop = serve("ctx.session", "")) {
            var session = Optional.of(shop.initialize());
            shop.execute(session, "example", "{\"product\":\"lamp\"}");
            assertThat(shop.execute(session, "example", "{\"product\":\"desk\"}")
                            .toString())
                    .contains("[{\\\"seen\\\":[\\\"lamp\\\",\\\"desk\\\"]}]");
            assertThat(shop.execute(Optional.empty(), "example", "{\"product\":\"desk\"}")
                            .toString())
                    .contains("[{\\\"seen\\\":[]}]");
        }
    }

    @Test
    void theExampleOfANotificationNamesAResource() throws IOException {
        try (var shop = serve("ctx.notify", QUERIES)) {
            assertThat(shop.execute(Optional.of(shop.initialize()), "example", "{\"product\":\"lamp\"}")
                            .toString())
                    .contains("\"text\":\"[]\"");
        }
    }

    @Test
    void theExampleOfQuestionsUsesWhatUserAndModelAnswer() throws IOException {
        try (var shop = serve("ctx.elicit", "")) {
            var transport = HttpClientStreamableHttpTransport.builder(
                            shop.url().resolve("/").toString())
                    .endpoint("/mcp")
                    .build();
            try (var client = McpClient.sync(transport)
                    .requestTimeout(Duration.ofSeconds(60))
                    .capabilities(ClientCapabilities.builder()
                            .elicitation()
                            .sampling()
                            .build())
                    .elicitation(form -> ElicitResult.builder(ElicitResult.Action.ACCEPT)
                            .content(Map.of("city", "Bern", "speed", "express"))
                            .build())
                    .sampling(message -> CreateMessageResult.builder(Role.ASSISTANT, "Greetings!", "model")
                            .build())
                    .build()) {
                client.initialize();
                var result = client.callTool(CallToolRequest.builder("execute")
                        .arguments(Map.of("tool", "example", "inputs", Map.of("product", "lamp")))
                        .build());
                assertThat(((TextContent) result.content().getFirst()).text())
                        .isEqualTo("[{\"sent\":true,\"city\":\"Bern\",\"speed\":\"express\",\"card\":\"Greetings!\"}]");
            }
        }
    }

    private Quickstart serve(String uses, String queries) throws IOException {
        var script = SCRIPT_BLOCK
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .filter(block -> block.contains(uses))
                .findFirst()
                .orElseThrow();
        var tool = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: example}
                spec:
                  serverRefs: [{name: shop}]
                  description: The example of the page
                  inputs: [{name: product, type: string}]
                  script:
                    source:
                      inline: |
                """ + script.indent(10) + queries;
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("server.yaml"), SERVER);
        Files.writeString(directory.resolve("tool.yaml"), tool);
        return Quickstart.serve(directory, folder.resolve("cache"));
    }
}
