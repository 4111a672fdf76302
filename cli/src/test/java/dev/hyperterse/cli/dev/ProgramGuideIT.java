package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server and the program of the page about programs, as a client of others sends it. */
@Timeout(180)
class ProgramGuideIT {
    private static final Path PAGE = Path.of("..", "docs", "guide", "programs.md");

    @TempDir
    private Path folder;

    @Test
    void theProgramOfThePageAddsUpWhatItsCallsReturn() throws IOException {
        try (var shop = serve();
                var client = client(shop)) {
            assertThat(client.listTools().tools()).extracting("name").contains("run", "search", "execute");

            assertThat(text(run(client, block("js")))).isEqualTo("20.5");

            var types = run(client, "return describe('orders-of')");
            assertThat(text(types)).contains("orders-of").contains("customer: string");

            var refused = run(client, "return tools['orders-of']({})");
            assertThat(refused.isError()).isTrue();
            assertThat(text(refused))
                    .startsWith("the program failed: wrong inputs for tools['orders-of']")
                    .contains("at program.js:1:");
        }
    }

    /** A saved tool is called by the next program. */
    @Test
    void aProgramCallsTheToolThatWasSavedLast() throws IOException {
        try (var shop = serve();
                var client = client(shop)) {
            assertThat(text(run(client, "return tools['orders-of']({customer: 'Bob'})")))
                    .isEqualTo("[{\"id\":2,\"total\":8}]");
            shop.edit("shop.yaml", "SELECT id, total FROM", "SELECT id FROM");
            while (!text(run(client, "return tools['orders-of']({customer: 'Bob'})"))
                    .equals("[{\"id\":2}]")) {
                assertThat(Thread.interrupted()).as(shop.told()).isFalse();
            }
        }
    }

    private static CallToolResult run(McpSyncClient client, String program) {
        return client.callTool(CallToolRequest.builder("run")
                .arguments(Map.of("program", program))
                .build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().getFirst()).text();
    }

    private static McpSyncClient client(Quickstart shop) {
        var transport = HttpClientStreamableHttpTransport.builder(
                        shop.url().resolve("/").toString())
                .endpoint("/mcp")
                .build();
        var client =
                McpClient.sync(transport).requestTimeout(Duration.ofSeconds(60)).build();
        client.initialize();
        return client;
    }

    private Quickstart serve() throws IOException {
        var directory = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(directory.resolve("shop.yaml"), block("yaml"));
        return Quickstart.serve(directory, folder.resolve("cache"));
    }

    /** The first block of the page in that language. */
    private static String block(String language) throws IOException {
        var blocks =
                Pattern.compile("(?ms)^```%s\n(.*?)^```$".formatted(language)).matcher(Files.readString(PAGE));
        assertThat(blocks.find()).as(language).isTrue();
        return blocks.group(1);
    }
}
