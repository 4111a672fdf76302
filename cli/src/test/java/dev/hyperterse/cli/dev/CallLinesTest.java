package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
class CallLinesTest {
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
    void callIsALineWithClientToolArgumentsRowsAndTime() {
        quickstart.execute(Optional.of(quickstart.initialize()), "order-details", "{\"order_id\": 1001}");

        assertThat(line("order-details"))
                .matches("\\d\\d:\\d\\d:\\d\\d  test  order-details order_id=1001  2 rows, [0-9.]+ ms");
    }

    @Test
    void failedCallSaysWhatFailed() {
        quickstart.execute(Optional.empty(), "order-details", "{\"order_id\": \"many\"}");
        assertThat(line("order-details")).contains("order_id=many  FAILED validation: ", "order_id");

        quickstart.execute(Optional.empty(), "no-such-tool", "{}");
        assertThat(line("no-such-tool")).contains("FAILED unknown");
    }

    @Test
    void searchAndPromptsAreCallsToo() {
        quickstart.request("tools/call", "{\"name\":\"search\",\"arguments\":{\"query\":\"low stock\"}}");
        assertThat(line("search")).containsPattern("search query=\"low stock\"  \\d+ rows, ");

        quickstart.request("resources/read", "{\"uri\":\"nothing://here\"}");
        assertThat(line("nothing://")).contains("resources/read nothing://here  FAILED unknown");
    }

    /** Arguments are of clients: long ones are cut, credentials hidden, and none steers a terminal or begins a line. */
    @Test
    void argumentsAreCutAndHarmless() {
        var hostile = JsonMapper.shared().writeValueAsString("a\u001b[2J\n12:00:00  fake  line" + "x".repeat(5_000));
        quickstart.execute(
                Optional.empty(), "find-customer", "{\"query\": " + hostile + ", \"apiToken\": \"hunter2\"}");

        var line = line("find-customer");
        assertThat(line).hasSizeLessThan(400).doesNotContain("\u001b", "hunter2");
        assertThat(line).contains("query=", "…", "apiToken=[redacted]");
        assertThat(quickstart.told().lines()).noneMatch(it -> it.startsWith("12:00:00  fake"));
    }

    private String line(String name) {
        return quickstart
                .told()
                .lines()
                .filter(line -> line.contains(name) && line.contains(" ms"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line of " + name + " in " + quickstart.told()));
    }
}
