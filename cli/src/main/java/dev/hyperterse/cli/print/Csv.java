package dev.hyperterse.cli.print;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comma-separated values as RFC 4180 has them, with a line of names. */
public final class Csv {
    private Csv() {}

    public static String of(Rows rows) {
        var lines = Stream.concat(
                Stream.of(rows.columns().stream()),
                rows.rows().stream().map(row -> rows.columns().stream().map(column -> Rows.cell(row, column))));
        return lines.map(cells -> cells.map(Csv::quoted).collect(Collectors.joining(",")) + "\r\n")
                .collect(Collectors.joining());
    }

    private static String quoted(String cell) {
        return cell.chars().anyMatch(character -> ",\"\r\n".indexOf(character) >= 0)
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }
}
