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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page about scripts says of sessions, notifications and questions. */
@Timeout(180)
class ScriptClientGuideIT {
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

    private static final String REMEMBERS = """
            export default async ({ inputs }, ctx) => {
              if (ctx.session === null) return { seen: [] };
              const seen = (await ctx.session.get('seen')) ?? [];
              if (!seen.includes(inputs.product)) seen.push(inputs.product);
              await ctx.session.set('seen', seen);
              return { seen };
            };
            """;

    private static final String NOTIFIES = """
            export default async ({ inputs }, ctx) => {
              await ctx.query('reserve');
              ctx.notify(`stock://${inputs.product}`);
            };
            """;

    private static final String ASKS = """
            export default async ({ inputs }, ctx) => {
              const { action, content } = await ctx.elicit('address', {
                message: `Where do we send ${inputs.product}?`,
                requestedSchema: {
                  type: 'object',
                  properties: {
                    city: { type: 'string', title: 'City', minLength: 1 },
                    speed: { type: 'string', enum: ['normal', 'express'], default: 'normal' },
                  },
                  required: ['city'],
                },
              });
              if (action !== 'accept') return { sent: false };
              const card = await ctx.sample('card', {
                messages: [{ role: 'user', content: `Greet a customer in ${content.city} in one line.` }],
                maxTokens: 60,
              });
              return { sent: true, ...content, card: card.content.text };
            };
            """;

    @TempDir
    private Path folder;

    @Test
    void aSessionRemembersViewedItems() throws IOException {
        try (var shop = serve(REMEMBERS, "")) {
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
    void aNotificationNamesAResource() throws IOException {
        try (var shop = serve(NOTIFIES, QUERIES)) {
            assertThat(shop.execute(Optional.of(shop.initialize()), "example", "{\"product\":\"lamp\"}")
                            .toString())
                    .contains("\"text\":\"[]\"");
        }
    }

    @Test
    void questionsHaveWhatUserAndModelAnswer() throws IOException {
        try (var shop = serve(ASKS, "")) {
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

    private Quickstart serve(String script, String queries) throws IOException {
        var tool = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: example}
                spec:
                  serverRefs: [{name: shop}]
                  description: Uses what its client has
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
