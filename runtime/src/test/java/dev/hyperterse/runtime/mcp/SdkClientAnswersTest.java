package dev.hyperterse.runtime.mcp;

import static dev.hyperterse.runtime.endpoint.ScriptedEndpoint.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.http.ReplicaEndpoint;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official Java client is asked by scripts, and answers. */
@Timeout(120)
class SdkClientAnswersTest {
    @Test
    void clientAnswersFormsSamplingAndRoots() throws Exception {
        var asks = tool("asks", """
                const { content } = await ctx.elicit('name', { message: 'Your name?', requestedSchema:
                  { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } });
                const [poem, roots] = await Promise.all([
                  ctx.sample('poem', { messages: [{ role: 'user', content: 'A poem for ' + content.name }], maxTokens: 9 }),
                  ctx.roots('roots')]);
                return [{ name: content.name, poem: poem.content.text, root: roots[0].uri }];
                """);
        try (var scripts = new ScriptedEndpoint(asks)) {
            var transport = HttpClientStreamableHttpTransport.builder(
                            "http://localhost:" + scripts.endpoint().port())
                    .endpoint(ReplicaEndpoint.PATH)
                    .build();
            try (var client = McpClient.sync(transport)
                    .requestTimeout(Duration.ofSeconds(60))
                    .capabilities(ClientCapabilities.builder()
                            .elicitation()
                            .sampling()
                            .roots(true)
                            .build())
                    .elicitation(form -> ElicitResult.builder(ElicitResult.Action.ACCEPT)
                            .content(Map.of("name", form.message().contains("name") ? "Ada" : ""))
                            .build())
                    .sampling(message -> CreateMessageResult.builder(
                                    Role.ASSISTANT,
                                    ((TextContent) message.messages().getFirst().content()).text() + "!",
                                    "model")
                            .build())
                    .roots(new Root("file:///home", "Home"))
                    .build()) {
                client.initialize();
                var result = client.callTool(CallToolRequest.builder("execute")
                        .arguments(Map.of("tool", "asks", "inputs", Map.of("id", 1)))
                        .build());
                assertThat(((TextContent) result.content().getFirst()).text())
                        .isEqualTo("[{\"name\":\"Ada\",\"poem\":\"A poem for Ada!\",\"root\":\"file:///home\"}]");
            }
        }
    }
}
