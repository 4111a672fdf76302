package dev.hyperterse.cli.print;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Columns under each other, as kubectl prints them: numbers to the right, long texts cut short. */
public final class Table {
    private static final int WIDEST = 60;
    private static final String GAP = "  ";

    private Table() {}

    public static String of(Rows rows) {
        var numbers = rows.columns().stream()
                .map(column -> !rows.rows().isEmpty()
                        && rows.rows().stream()
                                .map(row -> row.path(column))
                                .allMatch(value -> value.isNumber() || value.isNull() || value.isMissingNode()))
                .toList();
        var lines = new ArrayList<List<String>>();
        lines.add(rows.columns());
        rows.rows()
                .forEach(row -> lines.add(rows.columns().stream()
                        .map(column -> Rows.cell(row, column))
                        .toList()));
        return of(lines, numbers);
    }

    /** @param lines of equally many cells; the first has the names of the columns */
    public static String of(List<List<String>> lines) {
        return of(lines, lines.getFirst().stream().map(_ -> false).toList());
    }

    private static String of(List<List<String>> lines, List<Boolean> numbers) {
        var shown = lines.stream()
                .map(line -> line.stream().map(Table::oneLine).toList())
                .toList();
        var widths = IntStream.range(0, numbers.size())
                .map(column -> shown.stream()
                        .mapToInt(line -> length(line.get(column)))
                        .max()
                        .orElse(0))
                .toArray();
        var text = new StringBuilder();
        for (var line : shown) {
            var printed = new StringBuilder();
            for (var column = 0; column < widths.length; column++) {
                var cell = line.get(column);
                var space = " ".repeat(widths[column] - length(cell));
                printed.append(column == 0 ? "" : GAP).append(numbers.get(column) ? space + cell : cell + space);
            }
            text.append(printed.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    private static String oneLine(String cell) {
        var line = cell.replaceAll("\\R", " ").replace('\t', ' ');
        return length(line) <= WIDEST ? line : line.substring(0, line.offsetByCodePoints(0, WIDEST - 1)) + "…";
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
