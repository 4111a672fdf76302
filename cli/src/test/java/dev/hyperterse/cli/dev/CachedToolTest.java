package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The tool of the quickstart whose results are kept, through everything between its manifest and a client. */
@Timeout(120)
class CachedToolTest {
    private static final String TOOL = "sales-by-month";

    @TempDir
    private Path folder;

    private Quickstart quickstart;

    @BeforeEach
    void start() throws IOException {
        quickstart = Quickstart.serve(Quickstart.copyTo(folder), folder.resolve("cache"));
    }

    @AfterEach
    void stop() {
        quickstart.close();
    }

    @Test
    void everySessionGetsTheSameResultAndLearnsItsAge() {
        var first = quickstart.execute(Optional.of(quickstart.initialize()), TOOL, "{}");
        assertThat(first.path("result").has("_meta")).isFalse();
        assertThat(text(first)).startsWith("[{\"month\":\"2026-08\",");
        var again = quickstart.execute(Optional.of(quickstart.initialize()), TOOL, "{}");
        assertThat(text(again)).isEqualTo(text(first));
        assertThat(note(again).path("ageMs").asLong(-1)).isNotNegative();
        assertThat(note(again).path("ttlMs").asLong()).isPositive().isLessThanOrEqualTo(60_000);
        var withoutSession = quickstart.execute(Optional.empty(), TOOL, "{\"since\":\"2026-01-01T00:00:00Z\"}");
        assertThat(note(withoutSession).isObject())
                .as("a default is what it stands for")
                .isTrue();
        var other = quickstart.execute(Optional.empty(), TOOL, "{\"since\":\"2026-10-01T00:00:00Z\"}");
        assertThat(other.path("result").has("_meta")).isFalse();
        assertThat(text(other)).startsWith("[{\"month\":\"2026-10\",");
    }

    /** The envelopes differ, and the rows do not. */
    @Test
    void bothErasShareAResult() {
        var legacy = quickstart.execute(Optional.empty(), TOOL, "{}");

        var modern = quickstart.request(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"%s\",\"inputs\":{}},\"_meta\":{".formatted(TOOL)
                        + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                        + "\"io.modelcontextprotocol/clientCapabilities\":{}}}",
                Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "execute"));

        assertThat(modern.path("result").path("resultType").asString("")).isEqualTo("complete");
        assertThat(text(modern)).isEqualTo(text(legacy));
        assertThat(note(modern).isObject()).as("from the cache").isTrue();
    }

    @Test
    void unrelatedSaveKeepsCachedResults() throws InterruptedException {
        quickstart.execute(Optional.empty(), TOOL, "{}");
        quickstart.edit("tools.yaml", "the details of one order", "Every item of an order");
        awaitNotified("~ tool order-details");
        assertThat(note(quickstart.execute(Optional.empty(), TOOL, "{}")).isObject())
                .isTrue();
        quickstart.edit("tools.yaml", "ROUND(SUM(i.quantity * i.price), 2) AS revenue", "7 AS revenue");
        awaitNotified("~ tool " + TOOL);
        assertThat(text(quickstart.execute(Optional.empty(), TOOL, "{}"))).contains("\"revenue\":7}");
    }

    private void awaitNotified(String text) throws InterruptedException {
        while (!quickstart.told().contains(text)) {
            Thread.sleep(10);
        }
    }

    private static JsonNode note(JsonNode answer) {
        return answer.path("result").path("_meta").path("dev.hyperterse/cache");
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString("");
    }
}
