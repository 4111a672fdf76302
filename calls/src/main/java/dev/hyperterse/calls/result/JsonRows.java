package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a JSON array of rows cell by cell. A connector has written it, so it is well-formed, and has white space only
 * in the engine's own JSON. Documents may have different columns, so a row has a cell for each column of any row.
 */
final class JsonRows {
    /** More than any table has. */
    private static final int MOST_COLUMNS = 5_000;

    private byte[] json;
    private final Map<String, Integer> names = new HashMap<>();
    private final List<byte[]> inOrder = new ArrayList<>();
    private int at;

    /**
     * The cell of column {@code i} is {@code [spans[2 * i], spans[2 * i + 1])}, which is empty where the row has none.
     */
    @FunctionalInterface
    interface RowReader {
        void row(byte[] json, int[] spans);
    }

    @FunctionalInterface
    interface CellReader {
        void cell(int column, int from, int to);
    }

    private JsonRows(byte[] json) {
        this.json = json;
    }

    /** @param columns of an array without rows */
    static JsonRows of(byte[] json, List<String> columns) {
        var rows = new JsonRows(json);
        columns.forEach(name -> rows.inOrder.add(ColumnName.quoted(name)));
        rows.read((_, _, _) -> {}, () -> {});
        return rows;
    }

    /** For rows that are read one by one, each at the beginning of an array. */
    static JsonRows oneByOne() {
        return new JsonRows(new byte[0]);
    }

    /** Reads the next row. */
    void read(byte[] row, CellReader cells) {
        json = row;
        at = 0;
        row(cells);
    }

    /** One row, which is {@code [from, to)} of the array. */
    @FunctionalInterface
    interface SpanReader {
        void row(int from, int to);
    }

    /** Each row as a whole. */
    static void forEachSpan(byte[] json, SpanReader reader) {
        var rows = new JsonRows(json);
        for (rows.at = 1; json[rows.at] != ']'; rows.skipComma()) {
            var from = rows.at;
            rows.skipValue();
            reader.row(from, rows.at);
        }
    }

    /** The array with only its first rows. */
    static byte[] first(byte[] json, int rows) {
        return new JsonRows(json).first(rows);
    }

    /** The names of the columns as JSON strings, in the order in which rows have them first. */
    List<byte[]> names() {
        return List.copyOf(inOrder);
    }

    void forEach(RowReader reader) {
        var spans = new int[2 * inOrder.size()];
        CellReader cells = (column, from, to) -> {
            spans[2 * column] = from;
            spans[2 * column + 1] = to;
        };
        read(cells, () -> {
            reader.row(json, spans);
            Arrays.fill(spans, 0);
        });
    }

    private byte[] first(int rows) {
        at = 1;
        for (var row = 0; row < rows; row++) {
            skipComma();
            skipValue();
        }
        var first = Arrays.copyOf(json, at + 1);
        first[at] = ']';
        return first;
    }

    private void read(CellReader cells, Runnable endOfRow) {
        for (at = 1; json[at] != ']'; skipComma()) {
            row(cells);
            endOfRow.run();
        }
    }

    private void row(CellReader cells) {
        skipSpace();
        at++;
        skipSpace();
        for (var expected = 0; json[at] != '}'; ) {
            var name = at;
            skipString();
            var column = column(expected, name, at);
            expected = column + 1;
            skipSpace();
            at++;
            skipSpace();
            var value = at;
            skipValue();
            cells.cell(column, value, trimmed(value, at));
            skipComma();
        }
        at++;
    }

    /** The rows of a table have their columns in the same order, so the expected column is nearly always right. */
    private int column(int expected, int from, int to) {
        if (expected < inOrder.size() && equals(inOrder.get(expected), from, to)) {
            return expected;
        }
        var name = new String(json, from, to - from, StandardCharsets.ISO_8859_1);
        var known = names.get(name);
        return known == null ? add(name, from, to) : known;
    }

    private boolean equals(byte[] name, int from, int to) {
        return Arrays.equals(name, 0, name.length, json, from, to);
    }

    private int add(String name, int from, int to) {
        var column = names.size();
        if (column == MOST_COLUMNS) {
            throw new CallFailure(
                    Stage.RESULT,
                    "the rows have more than %d different columns; only format Rows shows so many"
                            .formatted(MOST_COLUMNS));
        }
        names.put(name, column);
        inOrder.add(Arrays.copyOfRange(json, from, to));
        return column;
    }

    private void skipComma() {
        skipSpace();
        if (json[at] == ',') {
            at++;
            skipSpace();
        }
    }

    private void skipSpace() {
        while (isSpace(json[at])) {
            at++;
        }
    }

    private int trimmed(int from, int to) {
        var end = to;
        while (end > from && isSpace(json[end - 1])) {
            end--;
        }
        return end;
    }

    private static boolean isSpace(byte character) {
        return character == ' ' || character == '\n' || character == '\r' || character == '\t';
    }

    private void skipValue() {
        var depth = 0;
        do {
            switch (json[at]) {
                case '"' -> skipString();
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
        } while (depth > 0 || !endsValue());
    }

    private boolean endsValue() {
        return json[at] == ',' || json[at] == '}' || json[at] == ']';
    }

    private void skipString() {
        for (at++; json[at] != '"'; ) {
            at += json[at] == '\\' ? 2 : 1;
        }
        at++;
    }
}
