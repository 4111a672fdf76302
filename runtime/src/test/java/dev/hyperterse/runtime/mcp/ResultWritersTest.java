package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf.Role;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.ResultWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a call has, rows or content, in each of the results that MCP knows. */
class ResultWritersTest {
    private static final Content TEXT =
            new Content.Text(new Template(List.of(new Template.Literal("Dear \""), new Template.Argument("name"))));
    private static final Content IMAGE = new Content.Image("aW1n", "image/png");
    private static final Map<String, String> NAMED = Map.of("name", "{{ name }}");

    private final ResultBuffer out = new BufferBudget(1 << 20).open(1 << 20);

    @Test
    void piecesOfAToolAreBlocksOfItsContent() {
        assertThat(written(ToolResult::new, result -> {
                    rows(result);
                    result.content(TEXT, NAMED);
                    result.content(IMAGE, Map.of());
                }))
                .isEqualTo(Leaves.json("{\"content\":[{\"type\":\"text\",\"text\":\"[{\\\"a\\\":1}]\"},"
                        + "{\"type\":\"text\",\"text\":\"Dear \\\"{{ name }}\"},"
                        + "{\"type\":\"image\",\"data\":\"aW1n\",\"mimeType\":\"image/png\"}]}"));
    }

    @Test
    void structuredRowsAreRepeatedAsText() {
        assertThat(written(StructuredToolResult::new, ResultWritersTest::rows))
                .isEqualTo(Leaves.json("{\"structuredContent\":{\"rows\":[{\"a\":1}]},"
                        + "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"rows\\\":[{\\\"a\\\":1}]}\"}]}"));
    }

    @Test
    void piecesOfAPromptAreMessagesOfWhoSpeaks() {
        assertThat(written(out -> new PromptResult(out, Optional.of("greets")), result -> {
                    result.content(TEXT, Map.of());
                    result.role(Role.assistant);
                    rows(result);
                }))
                .isEqualTo(Leaves.json("{\"description\":\"greets\",\"messages\":["
                        + "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Dear \\\"\"}},"
                        + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"[{\\\"a\\\":1}]\"}}]}"));
    }

    @Test
    void piecesOfAResourceAreItsContents() {
        assertThat(written(out -> new ResourceResult(out, "shop://a", "text/plain"), result -> {
                    result.content(TEXT, NAMED);
                    result.content(IMAGE, Map.of());
                    rows(result);
                }))
                .isEqualTo(Leaves.json("{\"contents\":["
                        + "{\"uri\":\"shop://a\",\"mimeType\":\"text/plain\",\"text\":\"Dear \\\"{{ name }}\"},"
                        + "{\"uri\":\"shop://a\",\"mimeType\":\"image/png\",\"blob\":\"aW1n\"},"
                        + "{\"uri\":\"shop://a\",\"mimeType\":\"text/plain\",\"text\":\"[{\\\"a\\\":1}]\"}]}"));
    }

    @Test
    void aResourceHasNoLinks() {
        var link = new Content.ResourceLink(
                Template.literal("shop://b"), "b", Optional.empty(), Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> new ResourceResult(out, "shop://a", "text/plain").content(link, Map.of()))
                .isInstanceOf(CallFailure.class);
    }

    @Test
    void aResultWithoutPiecesIsComplete() {
        assertThat(written(ToolResult::new, result -> {})).isEqualTo(Leaves.json("{\"content\":[]}"));
    }

    private static void rows(ResultWriter result) {
        result.beginRows()
                .json('[')
                .json('{')
                .quoted("a")
                .json(':')
                .ascii("1")
                .json('}')
                .json(']');
        result.endRows(1);
    }

    private <R extends ResultWriter> JsonNode written(Function<ResultBuffer, R> writer, Consumer<R> content) {
        out.ascii("{");
        var result = writer.apply(out);
        content.accept(result);
        result.end();
        out.ascii("}");
        return Leaves.json(new String(out.toByteArray(), StandardCharsets.UTF_8));
    }
}
