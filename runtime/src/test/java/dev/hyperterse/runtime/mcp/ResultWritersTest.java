package dev.hyperterse.runtime.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.InputType;
import dev.hyperterse.catalog.Keyset;
import dev.hyperterse.catalog.PromptLeaf.Role;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.catalog.RowShape;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.memory.BufferBudget;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.memory.RowLimit;
import dev.hyperterse.runtime.result.KeysetCursor;
import dev.hyperterse.runtime.result.ResultWriter;
import dev.hyperterse.runtime.result.RowRules;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void rowsAreTextInTheFormatOfTheTool() {
        assertThat(written(ToolResult::new, result -> rows(result, rules(RowFormat.Csv, false), false)))
                .isEqualTo(Leaves.json("{\"content\":[{\"type\":\"text\",\"text\":\"a\\n1\\n\"}]}"));
    }

    @Test
    void truncatedRowsAreFollowedByABlockThatSaysSo() {
        var result = written(ToolResult::new, it -> rows(it, rules(RowFormat.Csv, true), true));

        assertThat(result.at("/content/0/text").stringValue()).isEqualTo("a\n1\n");
        var rest = Leaves.json(result.at("/content/1/text").stringValue());
        assertThat(rest.get("truncated").booleanValue()).isTrue();
        assertThat(rest.get("rows").intValue()).isEqualTo(1);
        assertThat(rest.get("more").stringValue()).contains("Call again");
    }

    @Test
    void structuredContentHasRowsWhateverTheTextIs() {
        var result = written(StructuredToolResult::new, it -> rows(it, rules(RowFormat.Markdown, true), false));

        assertThat(result.get("structuredContent"))
                .isEqualTo(Leaves.json("{\"rows\":[{\"a\":1}],\"truncated\":false}"));
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo("|a|\n|---|\n|1|\n");
        assertThat(result.at("/content").size()).isEqualTo(1);
    }

    @Test
    void structuredContentSaysThatItIsTruncated() {
        var result = written(StructuredToolResult::new, it -> rows(it, rules(RowFormat.Rows, true), true));

        assertThat(result.get("structuredContent")).isEqualTo(Leaves.json("{\"rows\":[{\"a\":1}],\"truncated\":true}"));
        assertThat(Leaves.json(result.at("/content/0/text").stringValue())).isEqualTo(result.get("structuredContent"));
        assertThat(result.at("/content/1/text").stringValue()).contains("truncated");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Row   | {"a":1} | {"a":1}
            Value | 1       | {"value":1}
            """)
    void onlyRowIsTheWholeResult(RowShape shape, String text, String structured) {
        var only = new RowRules(new RowLimit(1, false), RowFormat.Rows, shape, Optional.empty());

        assertThat(written(ToolResult::new, it -> rows(it, only, false))
                        .at("/content/0/text")
                        .stringValue())
                .isEqualTo(text);
        out.release();
        var result = written(StructuredToolResult::new, it -> rows(it, only, false));
        assertThat(result.get("structuredContent")).isEqualTo(Leaves.json(structured));
        assertThat(Leaves.json(result.at("/content/0/text").stringValue())).isEqualTo(Leaves.json(structured));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Row   | []                | the statement returns no row
            Value | []                | the statement returns no row
            Value | [{"a":1,"b":2}]   | the row has 2 columns, and the result of this tool is one value
            Value | [{}]              | the row has 0 columns, and the result of this tool is one value
            """)
    void resultThatIsNotOneRowOrValueFails(RowShape shape, String rows, String message) {
        for (Function<ResultBuffer, ResultWriter> writer :
                List.<Function<ResultBuffer, ResultWriter>>of(ToolResult::new, StructuredToolResult::new)) {
            var result = writer.apply(out);
            result.beginRows(new RowRules(new RowLimit(1, false), RowFormat.Rows, shape, Optional.empty()))
                    .json(rows.getBytes(StandardCharsets.UTF_8));

            assertThatThrownBy(() -> result.endRows(0)).hasMessage(message);
            out.release();
        }
    }

    @Test
    void truncatedPageHasTheCursorOfTheNext() {
        var keyset = new Keyset("after", List.of(new Keyset.Key("a", InputType.INT)));
        var paged = new RowRules(
                new RowLimit(1, true), RowFormat.Csv, RowShape.Rows, Optional.of(new KeysetCursor(keyset)));

        var result = written(StructuredToolResult::new, it -> rows(it, paged, true));

        var cursor =
                Base64.getUrlEncoder().withoutPadding().encodeToString("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(result.at("/structuredContent/nextCursor").stringValue()).isEqualTo(cursor);
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo("a\n1\n");
        var rest = Leaves.json(result.at("/content/1/text").stringValue());
        assertThat(rest.get("nextCursor").stringValue()).isEqualTo(cursor);
        assertThat(rest.get("more").stringValue()).contains("after set to nextCursor");
        out.release();
        var last = written(StructuredToolResult::new, it -> rows(it, paged, false));
        assertThat(last.get("structuredContent")).isEqualTo(Leaves.json("{\"rows\":[{\"a\":1}],\"truncated\":false}"));
    }

    private static RowRules rules(RowFormat format, boolean truncates) {
        return new RowRules(new RowLimit(1, truncates), format, RowShape.Rows, Optional.empty());
    }

    private void rows(ResultWriter result, RowRules rules, boolean truncated) {
        result.beginRows(rules)
                .json('[')
                .json('{')
                .quoted("a")
                .json(':')
                .ascii("1")
                .json('}')
                .json(']');
        out.truncated(truncated);
        result.endRows(1);
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
