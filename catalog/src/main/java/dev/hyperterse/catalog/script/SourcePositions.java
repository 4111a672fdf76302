package dev.hyperterse.catalog.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The way from a position of compiled code to the author's text, by the mappings of a source map with one source. */
public final class SourcePositions {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final int CONTINUES = 32;
    private static final int VALUE = 31;

    private final List<List<Mapping>> lines;

    private SourcePositions(List<List<Mapping>> lines) {
        this.lines = lines;
    }

    /** A place in a text; both from 1. */
    public record Place(int line, int column) {}

    /** From a column of the line that it is in on; all from 0. */
    private record Mapping(int column, int originalLine, int originalColumn) {}

    /** Those of that text; characters that are no mappings end it. */
    public static SourcePositions decode(String mappings) {
        var lines = new ArrayList<List<Mapping>>();
        var originalLine = 0;
        var originalColumn = 0;
        for (var line : mappings.split(";", -1)) {
            var column = 0;
            var decoded = new ArrayList<Mapping>();
            for (var segment : line.split(",")) {
                var fields = fields(segment);
                if (fields.isEmpty()) {
                    continue;
                }
                column += fields.getFirst();
                if (fields.size() >= 4) {
                    originalLine += fields.get(2);
                    originalColumn += fields.get(3);
                    decoded.add(new Mapping(column, originalLine, originalColumn));
                }
            }
            lines.add(decoded);
        }
        return new SourcePositions(lines);
    }

    /** The author's place of what is at that place of the code. */
    public Optional<Place> original(int line, int column) {
        if (line < 1 || line > lines.size()) {
            return Optional.empty();
        }
        return lines.get(line - 1).stream()
                .filter(mapping -> mapping.column() <= column - 1)
                .reduce((_, later) -> later)
                .or(() -> lines.get(line - 1).stream().findFirst())
                .map(mapping -> new Place(mapping.originalLine() + 1, mapping.originalColumn() + 1));
    }

    /** The numbers of one segment: five bits a digit, the lowest first, and the sign in the lowest of the number. */
    private static List<Integer> fields(String segment) {
        var fields = new ArrayList<Integer>(5);
        var value = 0;
        var shift = 0;
        for (var at = 0; at < segment.length(); at++) {
            var digit = DIGITS.indexOf(segment.charAt(at));
            if (digit < 0) {
                return fields;
            }
            value |= (digit & VALUE) << shift;
            shift += 5;
            if ((digit & CONTINUES) == 0) {
                fields.add((value & 1) == 0 ? value >>> 1 : -(value >>> 1));
                value = 0;
                shift = 0;
            }
        }
        return fields;
    }
}
