package dev.hyperterse.calls.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer.Form;
import dev.hyperterse.calls.memory.RowLimit;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.runtime.live.Leaves;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowTextTest {
    private static final String ORDERS = "[{\"id\":1,\"customer\":\"Ada\",\"paid\":true},"
            + "{\"id\":2,\"customer\":null,\"paid\":false},{\"id\":3,\"customer\":\"\",\"paid\":null}]";

    @Test
    void columnsAreNamedOnce() {
        assertThat(text(RowFormat.Columns, ORDERS))
                .isEqualTo("{\"columns\":[\"id\",\"customer\",\"paid\"],"
                        + "\"rows\":[[1,\"Ada\",true],[2,null,false],[3,\"\",null]]}");
    }

    @Test
    void nullIsEmptyInCsvAndEmptyTextIsQuoted() {
        assertThat(text(RowFormat.Csv, ORDERS)).isEqualTo("id,customer,paid\n1,Ada,true\n2,,false\n3,\"\",\n");
    }

    @Test
    void rowsOfMarkdownAreOneLineEach() {
        assertThat(text(RowFormat.Markdown, ORDERS))
                .isEqualTo("|id|customer|paid|\n|---|---|---|\n|1|Ada|true|\n|2||false|\n|3|||\n");
    }

    @Test
    void delimitersInCellsAreQuotedOrEscaped() {
        var rows = "[{\"a,b\":\"x,\\\"y\\\"\\nz|\\\\ \"}]";

        assertThat(text(RowFormat.Columns, rows))
                .isEqualTo("{\"columns\":[\"a,b\"],\"rows\":[[\"x,\\\"y\\\"\\nz|\\\\ \"]]}");
        assertThat(text(RowFormat.Csv, rows)).isEqualTo("\"a,b\"\n\"x,\"\"y\"\"\nz|\\ \"\n");
        assertThat(text(RowFormat.Markdown, rows)).isEqualTo("|a,b|\n|---|\n|x,\"y\"<br>z\\|\\\\ |\n");
    }

    @Test
    void numbersKeepEveryDigit() {
        assertThat(text(RowFormat.Csv, "[{\"n\":123456789012345678901234567890.1200}]"))
                .isEqualTo("n\n123456789012345678901234567890.1200\n");
    }

    /** An engine's own JSON may have white space anywhere. */
    @Test
    void jsonOfACellStaysJson() {
        var rows = "[{\"a\": {\"k\": [1, \"]}\"]} ,\"b\": \"x, y\" ,\"c\":[]}]";

        assertThat(Leaves.json(text(RowFormat.Columns, rows)))
                .isEqualTo(
                        Leaves.json("{\"columns\":[\"a\",\"b\",\"c\"],\"rows\":[[{\"k\":[1,\"]}\"]},\"x, y\",[]]]}"));
        assertThat(text(RowFormat.Csv, rows)).isEqualTo("a,b,c\n\"{\"\"k\"\": [1, \"\"]}\"\"]}\",\"x, y\",[]\n");
    }

    @Test
    void rowsOfDocumentsHaveACellForEveryColumn() {
        var rows = "[{\"a\":1},{\"b\":2,\"a\":3},{}]";

        assertThat(text(RowFormat.Columns, rows))
                .isEqualTo("{\"columns\":[\"a\",\"b\"],\"rows\":[[1,null],[3,2],[null,null]]}");
        assertThat(text(RowFormat.Csv, rows)).isEqualTo("a,b\n1,\n3,2\n,\n");
    }

    @Test
    void whiteSpaceAroundCellsIsIgnored() {
        var rows = "[{\"a\": [1] ,\"b\":\\n {\"k\" : null}\\t}]"
                .replace("\\n", "\n")
                .replace("\\t", "\t");

        assertThat(text(RowFormat.Csv, rows)).isEqualTo("a,b\n[1],\"{\"\"k\"\" : null}\"\n");
        assertThat(text(RowFormat.Columns, rows))
                .isEqualTo("{\"columns\":[\"a\",\"b\"],\"rows\":[[[1],{\"k\" : null}]]}");
    }

    /** Programs need the values of columns unchanged, even if a spreadsheet reads them as formulas. */
    @Test
    void formulasOfSpreadsheetsAreNotChanged() {
        assertThat(text(RowFormat.Csv, "[{\"a\":\"=1+1\",\"b\":-1,\"c\":\"@x\"}]"))
                .isEqualTo("a,b,c\n=1+1,-1,@x\n");
    }

    @Test
    void rowWithoutColumnsIsAnEmptyRow() {
        assertThat(text(RowFormat.Columns, "[{},{}]")).isEqualTo("{\"columns\":[],\"rows\":[[],[]]}");
    }

    @Test
    void documentsWithVeryManyDifferentFieldsFailTheCall() {
        var rows = IntStream.range(0, 5_001)
                .mapToObj(i -> "{\"f" + i + "\":1}")
                .collect(Collectors.joining(",", "[", "]"));

        assertThat(text(RowFormat.Rows, rows)).isEqualTo(rows);
        assertThatThrownBy(() -> text(RowFormat.Csv, rows))
                .isInstanceOf(CallFailure.class)
                .hasMessageContaining("more than 5000 different columns");
    }

    @Test
    void emptyResultHasNoHeader() {
        assertThat(text(RowFormat.Columns, "[]")).isEqualTo("{\"columns\":[],\"rows\":[]}");
        assertThat(text(RowFormat.Csv, "[]")).isEmpty();
        assertThat(text(RowFormat.Markdown, "[]")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void textInsideOfAnAnswerIsTheContentOfAJsonString(RowFormat format) {
        var rows = "[{\"a\":\"\\u0001\\\"\\\\ü\\n\"}]";

        assertThat(Leaves.json("\"" + text(format, rows, Form.INSIDE_STRING) + "\"")
                        .stringValue())
                .isEqualTo(text(format, rows));
    }

    private static String text(RowFormat format, String rows) {
        return text(format, rows, Form.PLAIN);
    }

    private static String text(RowFormat format, String rows, Form form) {
        try (var out = new BufferBudget(1 << 20).open(1 << 20)) {
            out.form(form);
            RowText.write(
                    new RowRules(RowLimit.NONE, format, RowShape.Rows, Optional.empty()),
                    rows.getBytes(StandardCharsets.UTF_8),
                    out);
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        }
    }
}
