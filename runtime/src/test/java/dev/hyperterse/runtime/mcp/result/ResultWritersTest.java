package dev.hyperterse.runtime.mcp.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.memory.RowLimit;
import dev.hyperterse.calls.memory.RowsEnd;
import dev.hyperterse.calls.result.KeysetCursor;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.calls.result.RowArray;
import dev.hyperterse.calls.result.RowRules;
import dev.hyperterse.calls.result.TokenLimit;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.PromptLeaf.Role;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.runtime.live.Leaves;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Rows and content in each kind of result of MCP. */
class ResultWritersTest {
    private static final Content TEXT =
            new Content.Text(new Template(List.of(new Template.Literal("Dear \""), new Template.Argument("name"))));
    private static final Content IMAGE = new Content.Image("aW1n", "image/png");
    private static final Map<String, String> NAMED = Map.of("name", "{{ name }}");

    private final ResultBuffer out = new BufferBudget(1 << 20).open(1 << 20);

    @Test
    void piecesOfAToolAreBlocksOfItsContent() {
        assertThat(written(out -> new ToolContent(out, ResultFrame.NONE), result -> {
                    rows(result);
                    result.content(TEXT, NAMED);
                    result.content(IMAGE, Map.of());
                }))
                .isEqualTo(Leaves.json("{\"content\":[{\"type\":\"text\",\"text\":\"[{\\\"a\\\":1}]\"},"
                        + "{\"type\":\"text\",\"text\":\"Dear \\\"{{ name }}\"},"
                        + "{\"type\":\"image\",\"data\":\"aW1n\",\"mimeType\":\"image/png\"}]}"));
    }

    @Test
    void metadataOfCacheAndScriptIsAddedToThatOfTheEra() {
        var frame = ResultFrame.of(
                "\"resultType\":\"complete\",", "", "", "\"" + ResultFrame.SERVER_INFO + "\":{\"name\":\"shop\"}");

        assertThat(written(out -> new ToolContent(out, frame), result -> {
                    result.fromCache(Duration.ofMillis(5), Duration.ofMillis(7));
                    result.whole(
                            "[]",
                            Optional.empty(),
                            false,
                            Optional.of("{\"own\": {\"a\": 1}, \"" + ResultFrame.SERVER_INFO
                                    + "\": {\"name\": \"forged\"}}"),
                            RowRules.STANDARD);
                }))
                .isEqualTo(
                        Leaves.json(
                                "{\"content\":[],\"_meta\":{\"" + ResultFrame.SERVER_INFO
                                        + "\":{\"name\":\"shop\"},\"dev.hyperterse/cache\":{\"ageMs\":5,\"ttlMs\":7},\"own\":{\"a\":1}}}"));
    }

    @Test
    void structuredRowsAreRepeatedAsText() {
        assertThat(written(out -> new StructuredToolResult(out, ResultFrame.NONE), ResultWritersTest::rows))
                .isEqualTo(Leaves.json("{\"structuredContent\":{\"rows\":[{\"a\":1}]},"
                        + "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"rows\\\":[{\\\"a\\\":1}]}\"}]}"));
    }

    @Test
    void rowsAreTextInTheFormatOfTheTool() {
        assertThat(written(
                        out -> new ToolContent(out, ResultFrame.NONE),
                        result -> rows(result, rules(RowFormat.Csv, false), false)))
                .isEqualTo(Leaves.json("{\"content\":[{\"type\":\"text\",\"text\":\"a\\n1\\n\"}]}"));
    }

    @Test
    void truncatedRowsAreFollowedByANotice() {
        var result = written(
                out -> new ToolContent(out, ResultFrame.NONE), it -> rows(it, rules(RowFormat.Csv, true), true));

        assertThat(result.at("/content/0/text").stringValue()).isEqualTo("a\n1\n");
        var rest = Leaves.json(result.at("/content/1/text").stringValue());
        assertThat(rest.get("truncated").booleanValue()).isTrue();
        assertThat(rest.get("rows").intValue()).isEqualTo(1);
        assertThat(rest.get("more").stringValue()).contains("Call again");
    }

    @Test
    void structuredContentHasRowsInAnyTextFormat() {
        var result = written(
                out -> new StructuredToolResult(out, ResultFrame.NONE),
                it -> rows(it, rules(RowFormat.Markdown, true), false));

        assertThat(result.get("structuredContent"))
                .isEqualTo(Leaves.json("{\"rows\":[{\"a\":1}],\"truncated\":false}"));
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo("|a|\n|---|\n|1|\n");
        assertThat(result.at("/content").size()).isEqualTo(1);
    }

    @Test
    void structuredContentIsMarkedAsTruncated() {
        var result = written(
                out -> new StructuredToolResult(out, ResultFrame.NONE),
                it -> rows(it, rules(RowFormat.Rows, true), true));

        assertThat(result.get("structuredContent")).isEqualTo(Leaves.json("{\"rows\":[{\"a\":1}],\"truncated\":true}"));
        assertThat(Leaves.json(result.at("/content/0/text").stringValue())).isEqualTo(result.get("structuredContent"));
        assertThat(result.at("/content/1/text").stringValue()).contains("truncated");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Row   | {"a":1} | {"a":1}
            Value | 1       | {"value":1}
            """)
    void singleRowOrValueIsTheWholeResult(RowShape shape, String text, String structured) {
        var only = new RowRules(new RowLimit(1, false), RowFormat.Rows, shape, Optional.empty());

        assertThat(written(out -> new ToolContent(out, ResultFrame.NONE), it -> rows(it, only, false))
                        .at("/content/0/text")
                        .stringValue())
                .isEqualTo(text);
        out.release();
        var result = written(out -> new StructuredToolResult(out, ResultFrame.NONE), it -> rows(it, only, false));
        assertThat(result.get("structuredContent")).isEqualTo(Leaves.json(structured));
        assertThat(result.at("/content/0/text").stringValue())
                .as("the same text through execute and directly")
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Row   | []                | the result has no row
            Value | []                | the result has no row
            Value | [{"a":1,"b":2}]   | the row has 2 columns, and the result of this tool is one value
            Value | [{}]              | the row has 0 columns, and the result of this tool is one value
            """)
    void resultOfAnotherShapeFails(RowShape shape, String rows, String message) {
        for (Function<ResultBuffer, ResultWriter> writer : List.<Function<ResultBuffer, ResultWriter>>of(
                out -> new ToolContent(out, ResultFrame.NONE),
                out -> new StructuredToolResult(out, ResultFrame.NONE))) {
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

        var result = written(out -> new StructuredToolResult(out, ResultFrame.NONE), it -> rows(it, paged, true));

        var cursor =
                Base64.getUrlEncoder().withoutPadding().encodeToString("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(result.at("/structuredContent/nextCursor").stringValue()).isEqualTo(cursor);
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo("a\n1\n");
        var rest = Leaves.json(result.at("/content/1/text").stringValue());
        assertThat(rest.get("nextCursor").stringValue()).isEqualTo(cursor);
        assertThat(rest.get("more").stringValue()).contains("after set to nextCursor");
        out.release();
        var last = written(out -> new StructuredToolResult(out, ResultFrame.NONE), it -> rows(it, paged, false));
        assertThat(last.get("structuredContent")).isEqualTo(Leaves.json("{\"rows\":[{\"a\":1}],\"truncated\":false}"));
    }

    private static Stream<Arguments> rowFormats() {
        return Stream.of(RowFormat.values()).flatMap(format -> Stream.of(true, false)
                .flatMap(structured -> Stream.of(true, false).map(cursor -> Arguments.of(format, structured, cursor))));
    }

    /** Values of which each format makes more than their JSON is, and documents with columns that no other has. */
    @ParameterizedTest
    @MethodSource("rowFormats")
    void answerHasAsManyRowsAsFitInAnyFormat(RowFormat format, boolean structured, boolean cursor) {
        var keyset = new Keyset("after", List.of(new Keyset.Key("a", InputType.STRING)));
        var rules = new RowRules(
                new RowLimit(5_000, true),
                format,
                RowShape.Rows,
                cursor ? Optional.of(new KeysetCursor(keyset)) : Optional.empty());
        var before = 0;
        for (var size : List.of(6_000, 9_000, 20_000, 60_000)) {
            try (var bounded = new BufferBudget(1 << 20).open(size)) {
                ResultWriter writer = structured
                        ? new StructuredToolResult(bounded, ResultFrame.NONE)
                        : new ToolContent(bounded, ResultFrame.NONE);
                var result = answer(writer, bounded, rules);

                assertThat(bounded.size()).isLessThanOrEqualTo(size);
                var rest = Leaves.json(result.at("/content/1/text").stringValue());
                var shown = rest.get("rows").intValue();
                assertThat(shown).as("rows in %d bytes", size).isGreaterThan(before);
                before = shown;
                assertThat(rest.has("nextCursor")).isEqualTo(cursor);
                assertThat(rowsOf(format, result.at("/content/0/text").stringValue()))
                        .isEqualTo(shown);
                if (structured) {
                    assertThat(result.at("/structuredContent/rows").size()).isEqualTo(shown);
                    assertThat(result.at("/structuredContent/truncated").booleanValue())
                            .isTrue();
                }
            }
        }
    }

    private static JsonNode answer(ResultWriter writer, ResultBuffer bounded, RowRules rules) {
        bounded.ascii("{");
        var array = new RowArray(writer.beginRows(rules), 5_000);
        for (var row = 0; row < 3_000 && !array.isTruncated(); row++) {
            if (array.beginRow()) {
                try {
                    bounded.json('{').quoted("a").json(':').quoted("\"|\n\\ ".repeat(10));
                    bounded.json(',').quoted("c" + row).json(':').ascii("1");
                    array.endRow(2);
                } catch (ResultTooLarge tooLarge) {
                    array.leaveOut(tooLarge);
                }
            }
        }
        writer.endRows(array.end());
        writer.end();
        bounded.ascii("}");
        return Leaves.json(new String(bounded.toByteArray(), StandardCharsets.UTF_8));
    }

    /** How many rows a text shows; each has one cell that is 1. */
    private static int rowsOf(RowFormat format, String text) {
        return switch (format) {
            case Rows -> {
                var json = Leaves.json(text);
                yield json.isArray() ? json.size() : json.get("rows").size();
            }
            case Columns -> Leaves.json(text).get("rows").size();
            case Csv ->
                (int) Pattern.compile(",1(?=[,\n])").matcher(text).results().count();
            case Markdown ->
                (int) Pattern.compile("\\|1(?=\\|)").matcher(text).results().count();
        };
    }

    private static Stream<Arguments> largeRows() {
        return Stream.of(
                        "\"".repeat(9_500),
                        "\u00e9\u732b".repeat(1_800),
                        "\ud83d\ude00".repeat(2_000),
                        "a\n\\".repeat(3_000))
                .flatMap(text -> Stream.of(RowFormat.values()).flatMap(format -> Stream.of(true, false)
                        .map(structured -> Arguments.of(text, format, structured))));
    }

    /** The row is larger than the answer may be, with its text and so many other members. */
    @ParameterizedTest
    @MethodSource("largeRows")
    void longTextOfTheOnlyRowIsCut(String text, RowFormat format, boolean structured) {
        var rules =
                new RowRules(new RowLimit(10, true), new TokenLimit(1_000), format, RowShape.Rows, Optional.empty());
        try (var bounded = new BufferBudget(1 << 20).open(1 << 18)) {
            ResultWriter writer = structured
                    ? new StructuredToolResult(bounded, ResultFrame.NONE)
                    : new ToolContent(bounded, ResultFrame.NONE);
            bounded.ascii("{");
            var array = new RowArray(writer.beginRows(rules), 10);
            array.beginRow();
            bounded.json('{').quoted("id").json(':').ascii("7").json(',');
            bounded.quoted("a")
                    .json(':')
                    .quoted(text)
                    .json(',')
                    .quoted("b")
                    .json(':')
                    .quoted("short");
            array.endRow(3);
            writer.endRows(array.end());
            writer.end();
            bounded.ascii("}");

            var result = Leaves.json(new String(bounded.toByteArray(), StandardCharsets.UTF_8));
            assertThat(Readable.tokens(result)).isBetween(400L, 1_000L);
            assertThat(result.at("/content/0/text").stringValue())
                    .contains("...[cut]", "short", "7")
                    .doesNotContain("\ufffd");
            assertThat(result.at("/content/1/text").stringValue()).contains("\"rows\":1", "Select fewer columns");
            assertThat(result.at("/_meta/dev.hyperterse~1truncated"))
                    .isEqualTo(Leaves.json("{\"rows\":1,\"maxRows\":10,\"maxTokens\":1000}"));
            if (structured) {
                assertThat(result.at("/structuredContent/rows/0/a").stringValue())
                        .startsWith(text.substring(0, 100))
                        .endsWith("...[cut]");
            }
        }
    }

    /** Nothing of it could be left out and still be the row. */
    @Test
    void rowOfManyShortValuesThatIsTooLargeFailsTheCall() {
        var rules = new RowRules(
                new RowLimit(10, true), new TokenLimit(1_000), RowFormat.Rows, RowShape.Rows, Optional.empty());
        var writer = new ToolContent(out, ResultFrame.NONE);
        var array = new RowArray(writer.beginRows(rules), 10);
        array.beginRow();
        out.json('{');
        for (var column = 0; column < 1_000; column++) {
            out.json(column == 0 ? ' ' : ',').quoted("c" + column).json(':').ascii("1");
        }
        array.endRow(1_000);

        assertThatThrownBy(() -> writer.endRows(array.end()))
                .hasMessageContaining("the first row alone has more than the 1000 tokens");
    }

    @Test
    void answerWithMoreTokensFailsWhereTheToolDoesNotTruncate() {
        var rules = new RowRules(
                new RowLimit(10, false), new TokenLimit(1_000), RowFormat.Rows, RowShape.Rows, Optional.empty());
        for (Function<ResultBuffer, ResultWriter> kind : List.<Function<ResultBuffer, ResultWriter>>of(
                it -> new ToolContent(it, ResultFrame.NONE), it -> new StructuredToolResult(it, ResultFrame.NONE))) {
            var writer = kind.apply(out);
            var array = new RowArray(writer.beginRows(rules), 10);
            array.beginRow();
            out.json('{').quoted("a").json(':').quoted("x".repeat(8_000));
            array.endRow(1);

            assertThatThrownBy(() -> writer.endRows(array.end()))
                    .hasMessageMatching("the result has about 200\\d tokens; the tool allows 1000."
                            + " Select fewer rows or columns");
            out.release();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Columns  | {"columns":["id","na\\"me"],"rows":[]}
            Csv      | id,"na""me"⏎
            Markdown | `|id|na"me|⏎|---|---|⏎`
            Rows     | []
            """, quoteCharacter = '`')
    void resultWithoutRowsNamesItsColumns(RowFormat format, String text) {
        var result = written(out -> new ToolContent(out, ResultFrame.NONE), it -> {
            it.beginRows(rules(format, false)).json('[').json(']').endRows(new RowsEnd(false, List.of("id", "na\"me")));
            it.endRows(0);
        });
        assertThat(result.at("/content/0/text").stringValue()).isEqualTo(text.replace("⏎", "\n"));
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
        out.endRows(truncated ? RowsEnd.TRUNCATED : RowsEnd.COMPLETE);
        result.endRows(1);
    }

    @Test
    void piecesOfAPromptAreMessagesWithRoles() {
        assertThat(written(out -> new PromptResult(out, Optional.of("greets"), ResultFrame.NONE), result -> {
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
        assertThat(written(out -> new ResourceResult(out, "shop://a", "text/plain", true, ResultFrame.NONE), result -> {
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
    void resourceHasNoLinks() {
        var link = new Content.ResourceLink(
                Template.literal("shop://b"), "b", Optional.empty(), Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> new ResourceResult(out, "shop://a", "text/plain", true, ResultFrame.NONE)
                        .content(link, Map.of()))
                .isInstanceOf(CallFailure.class);
    }

    @Test
    void resultWithoutPiecesIsComplete() {
        assertThat(written(out -> new ToolContent(out, ResultFrame.NONE), result -> {}))
                .isEqualTo(Leaves.json("{\"content\":[]}"));
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
