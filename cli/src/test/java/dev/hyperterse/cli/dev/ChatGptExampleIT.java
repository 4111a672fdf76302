package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hyperterse dev examples/chatgpt}: the two tools that ChatGPT calls, in the shapes that it reads. */
class ChatGptExampleIT {
    private static final String TOOLSET = "/chatgpt";

    @Test
    void toolsetHasSearchAndFetchAndNothingElse(@TempDir Path cache) {
        try (var example = Quickstart.serve(Quickstart.EXAMPLES.resolve("chatgpt"), cache)) {
            var listed = example.at(TOOLSET, "tools/list", "{}").at("/result/tools");
            assertThat(listed.valueStream().map(tool -> tool.path("name").asString()))
                    .containsExactlyInAnyOrder("search", "fetch");
            assertThat(listed.valueStream())
                    .allSatisfy(tool -> assertThat(
                                    tool.at("/annotations/readOnlyHint").asBoolean())
                            .isTrue())
                    .allSatisfy(tool -> assertThat(tool.has("outputSchema")).isTrue());
            assertThat(example.request("tools/list", "{}")
                            .at("/result/tools")
                            .valueStream()
                            .map(tool -> tool.path("name").asString()))
                    .as("the server's own tools")
                    .containsExactlyInAnyOrder("find-tools", "call-tool");
        }
    }

    @Test
    void searchAnswersWithIdsTitlesAndUrls(@TempDir Path cache) {
        try (var example = Quickstart.serve(Quickstart.EXAMPLES.resolve("chatgpt"), cache)) {
            var found = result(example, "search", "{\"query\":\"glasses\"}");
            assertThat(found)
                    .isEqualTo(json("{\"results\":["
                            + "{\"id\":\"3\",\"title\":\"Saw\",\"url\":\"https://handbook.example.com/pages/3\"},"
                            + "{\"id\":\"2\",\"title\":\"Lathe\",\"url\":\"https://handbook.example.com/pages/2\"}]}"));
            assertThat(result(example, "search", "{\"query\":\"100%\"}")).isEqualTo(json("{\"results\":[]}"));
        }
    }

    @Test
    void fetchAnswersWithTheWholePage(@TempDir Path cache) {
        try (var example = Quickstart.serve(Quickstart.EXAMPLES.resolve("chatgpt"), cache)) {
            assertThat(result(example, "fetch", "{\"id\":\"2\"}"))
                    .isEqualTo(json("{\"id\":\"2\",\"title\":\"Lathe\",\"text\":\"Wear glasses. Tighten the chuck,"
                            + " take the key out, then start slowly.\",\"url\":\"https://handbook.example.com/pages/2\","
                            + "\"metadata\":{\"author\":\"Grace\",\"changed\":\"2026-10-20\"}}"));
            assertThat(call(example, "fetch", "{\"id\":\"99\"}").toString()).contains("no page has this id");
        }
    }

    /** The same object as structured content and as the JSON of the only text. */
    private static JsonNode result(Quickstart example, String tool, String arguments) {
        var result = call(example, tool, arguments).path("result");
        assertThat(result.path("content")).hasSize(1);
        var text = json(result.at("/content/0/text").asString());
        assertThat(result.path("structuredContent")).isEqualTo(text);
        return text;
    }

    private static JsonNode call(Quickstart example, String tool, String arguments) {
        return example.at(TOOLSET, "tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
