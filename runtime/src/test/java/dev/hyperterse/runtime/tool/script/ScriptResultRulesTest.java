package dev.hyperterse.runtime.tool.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.runtime.endpoint.ScriptedEndpoint;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The limit, the format and the shape of the rows that a script returns. */
class ScriptResultRulesTest {
    private static final String THREE = "return [{a: 1, b: 'x'}, {a: 2, b: null}, {b: 'y,z'}];";

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '~', textBlock = """
            Rows     @ [{"a":1,"b":"x"},{"a":2,"b":null},{"b":"y,z"}]
            Columns  @ {"columns":["a","b"],"rows":[[1,"x"],[2,null],[null,"y,z"]]}
            Csv      @ a,b;1,x;2,;,"y,z";
            Markdown @ |a|b|;|---|---|;|1|x|;|2||;||y,z|;
            """)
    void rowsHaveTheFormatOfTheTool(RowFormat format, String text) throws Exception {
        assertThat(text(call(THREE, rows(Optional.empty(), Overflow.Fail, format)), 0)
                        .replace('\n', ';'))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            return [1, 'a', null, undefined, [2], () => 3, new Date(0), { toJSON: () => 4 }]; | value;1;a;;;[2];;1970-01-01T00:00:00.000Z;4;
            return Object.defineProperties([1, 2], { map: { value: () => [] }, join: { value: () => '[}' } }); | value;1;2;
            try { JSON.stringify = () => '{'; } catch {} return [5];                          | value;5;
            try { Array.prototype.map = () => [7]; } catch {} return [5];                     | value;5;
            return null;                                                                      | ~~
            return [{}, {}];                                                                  | ;;
            """)
    void valuesThatAreNoObjectsAreRowsOfOneColumn(String body, String text) throws Exception {
        assertThat(text(call(body, rows(Optional.empty(), Overflow.Fail, RowFormat.Csv)), 0)
                        .replace('\n', ';'))
                .isEqualTo(text);
    }

    @Test
    void moreRowsThanTheToolAllowsFailTheCall() throws Exception {
        assertThat(failure(call(THREE, rows(Optional.of(2), Overflow.Fail, RowFormat.Rows))))
                .contains("the tool returned 3 rows, and allows 2");
        assertThat(text(call(THREE, rows(Optional.of(3), Overflow.Fail, RowFormat.Rows)), 0))
                .startsWith("[{");
    }

    @Test
    void truncatedRowsSayThatThereAreMore() throws Exception {
        var result = call(THREE, rows(Optional.of(2), Overflow.Truncate, RowFormat.Csv));

        assertThat(text(result, 0)).isEqualTo("a,b\n1,x\n2,\n");
        assertThat(text(result, 1)).contains("\"truncated\":true,\"rows\":2");
        assertThat(call(THREE, rows(Optional.of(3), Overflow.Truncate, RowFormat.Csv))
                        .at("/result/content"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"Rows, {", "Csv, xx;"})
    void rowsThatDoNotFitIntoTheAnswerAreLeftOut(RowFormat format, String inEachRow) throws Exception {
        var limits = new Limits(1 << 20, 64 << 10, 128 << 20, 30_000, 256, 12_000);
        var body = "return Array.from({ length: 100 }, (_, at) => ({ at, text: 'x'.repeat(1000) }));";
        var result = call(
                body,
                rows(Optional.empty(), Overflow.Truncate, format),
                Servers.searching().with(limits));

        var written = text(result, 0).replace('\n', ';').split(Pattern.quote(inEachRow), -1).length - 1;
        assertThat(written).isBetween(50, 67);
        assertThat(text(result, 1)).contains("\"truncated\":true,\"rows\":" + written);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "Rows")
    void formatsThatNameColumnsOnceHaveRoomForMoreRows(RowFormat format) throws Exception {
        var rules = new ResultRules(
                Optional.of(1_000),
                Optional.of(1_000),
                Overflow.Truncate,
                format,
                RowShape.Rows,
                Optional.empty(),
                Optional.empty());
        var result = call("return Array.from({ length: 300 }, () => ({ ['n'.repeat(200)]: 1 }));", rules);

        assertThat(result.at("/result/content")).hasSize(1);
    }

    @Test
    void onlyRowIsStructuredContent() throws Exception {
        var row = new ResultRules(Optional.empty(), Overflow.Fail, RowFormat.Rows, RowShape.Row, Optional.empty());
        var result = call("return { id: 7, deep: { a: [1] } };", row).get("result");

        assertThat(result.get("structuredContent")).isEqualTo(Leaves.json("{\"id\":7,\"deep\":{\"a\":[1]}}"));
        assertThat(failure(call("return [];", row))).contains("the tool returned no row, and its result is one row");
        assertThat(failure(call("return [1, 2];", row)))
                .contains("the tool returned 2 rows, and its result is one row");
    }

    @Test
    void onlyValueIsStructuredContent() throws Exception {
        var value = new ResultRules(Optional.empty(), Overflow.Fail, RowFormat.Rows, RowShape.Value, Optional.empty());

        var answer = call("return 'x';", value);
        assertThat(answer.at("/result/structuredContent")).isEqualTo(Leaves.json("{\"value\":\"x\"}"));
        assertThat(text(answer, 0)).isEqualTo("\"x\"");
        assertThat(failure(call("return { a: 1, b: 2 };", value))).contains("the row has 2 columns");
    }

    @Test
    void resultAsMcpHasItIsUnchanged() throws Exception {
        var result = call(
                "return { content: [{ type: 'text', text: 'hi' }], structuredContent: { own: 1 } };",
                rows(Optional.of(1), Overflow.Fail, RowFormat.Csv));

        assertThat(text(result, 0)).isEqualTo("hi");
        assertThat(result.at("/result/structuredContent")).isEqualTo(Leaves.json("{\"own\":1}"));
    }

    @Test
    void textsOfAScriptEndWhereAModelMayReadNoMore() throws Exception {
        var result = call(
                "return { content: [{ type: 'text', text: 'a'.repeat(3000) }, { type: 'image', data: 'aW1n', mimeType: 'image/png' },"
                        + " { type: 'resource', resource: { uri: 'a://b', text: '\u732b'.repeat(3000) } }, { type: 'text', text: 'last' }] };",
                tokens(1_000));

        assertThat(text(result, 0)).hasSize(3_000);
        assertThat(result.at("/result/content/1/data").asString("")).isEqualTo("aW1n");
        assertThat(result.at("/result/content/2/resource/text").asString(""))
                .matches("\u732b+")
                .hasSizeBetween(200, 334);
        assertThat(text(result, 3)).contains("\"truncated\":true", "at most 1000 tokens");
        assertThat(result.at("/result/_meta/dev.hyperterse~1truncated/maxTokens")
                        .asInt(0))
                .isEqualTo(1_000);
        assertThat(result.at("/result/content").size()).isEqualTo(4);
    }

    @Test
    void structuredContentOfAScriptIsNotCut() throws Exception {
        assertThat(failure(call("return { structuredContent: { a: 'x'.repeat(8000) } };", tokens(1_000))))
                .contains("the structured content of the result has about 200", "the tool allows 1000");
        assertThat(call("return { structuredContent: { a: 'x'.repeat(3000) } };", tokens(1_000))
                        .at("/result/structuredContent/a")
                        .asString(""))
                .hasSize(3_000);
    }

    @Test
    void rowsAndTextsOfAScriptHaveTheBoundaryOfTheirAnswer() throws Exception {
        var unmarked = rows(Optional.of(1), Overflow.Fail, RowFormat.Csv);
        var marked = new ResultRules(
                unmarked.maxRows(),
                Optional.of(1_000),
                unmarked.overflow(),
                unmarked.format(),
                unmarked.shape(),
                Optional.empty(),
                Optional.empty(),
                true);

        assertThat(text(call("return { a: 'x\\u200by' };", marked), 0))
                .matches("What stands in [^\n]+\n<(data-\\w{16})>\na\nx<U\\+200B>y\n\n</\\1>");
        var whole = call(
                "return { content: [{ type: 'text', text: 'x\\u200by' }], structuredContent: { a: '\\u200b' } };",
                marked);
        assertThat(text(whole, 0)).matches("What stands in [^\n]+\n<(data-\\w{16})>\nx<U\\+200B>y\n</\\1>");
        assertThat(whole.at("/result/structuredContent/a").asString("")).isEqualTo("\u200b");
    }

    private static ResultRules tokens(int most) {
        return new ResultRules(
                Optional.empty(),
                Optional.of(most),
                Overflow.Truncate,
                RowFormat.Rows,
                RowShape.Rows,
                Optional.empty(),
                Optional.empty());
    }

    /** The transform gets all rows of the run, and the rules are for what it returns. */
    @Test
    void rulesOfAToolWithAnOutputTransformAreForItsRows() throws Exception {
        var transform = ScriptedEndpoint.script(
                "after", "export default ({ results }) => results.map((row) => ({ twice: 2 * row.a }))");
        var tool = tool("return [{a: 1}, {a: 2}, {a: 3}];", rows(Optional.of(2), Overflow.Truncate, RowFormat.Csv))
                .with(draft -> draft.transforms =
                        Optional.of(new ToolLeaf.Transforms(Optional.empty(), Optional.of(transform), List.of())));

        var result = call(tool, Servers.searching());

        assertThat(text(result, 0)).isEqualTo("twice\n2\n4\n");
        assertThat(text(result, 1)).contains("\"truncated\":true,\"rows\":2");
    }

    private static ResultRules rows(Optional<Integer> most, Overflow overflow, RowFormat format) {
        return new ResultRules(most, overflow, format, RowShape.Rows, Optional.empty());
    }

    private static String text(JsonNode answer, int piece) {
        return answer.at("/result/content/" + piece + "/text").asString(answer.toString());
    }

    private static String failure(JsonNode answer) {
        assertThat(answer.at("/result/isError").asBoolean(false))
                .as(answer.toString())
                .isTrue();
        return text(answer, 0);
    }

    private static JsonNode call(String body, ResultRules rules) throws Exception {
        return call(body, rules, Servers.searching());
    }

    private static JsonNode call(String body, ResultRules rules, Servers server) throws Exception {
        return call(tool(body, rules), server);
    }

    private static JsonNode call(ToolLeaf tool, Servers server) throws Exception {
        try (var scripted = new ScriptedEndpoint(
                ScriptedEndpoint.keys(), Duration.ofMinutes(5), server.with(Exposure.Direct), tool)) {
            return scripted.endpoint().call("tools/call", "{\"name\":\"rows\",\"arguments\":{\"id\":1}}");
        }
    }

    /** With structured content where the result is one row or value. */
    private static ToolLeaf tool(String body, ResultRules rules) {
        return ScriptedEndpoint.tool("rows", body).with(draft -> {
            draft.result = Optional.of(rules);
            draft.outputSchema = rules.shape() == RowShape.Rows
                    ? Optional.empty()
                    : Optional.of(Leaves.json("{\"type\":\"object\"}"));
        });
    }
}
