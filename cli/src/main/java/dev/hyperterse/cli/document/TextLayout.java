package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.compiler.problem.Position;
import java.util.List;
import java.util.Optional;

/** Maps positions in the text of a scalar to positions in its file. */
public sealed interface TextLayout {
    /** Of a line; the columns of each value on it are counted from its beginning. */
    int LONGEST_LINE = 4_096;

    Optional<Place> locate(Position position);

    /** A literal block ({@code |}): line by line, each behind an indent. */
    record Block(String file, int firstLine, int indent) implements TextLayout {
        @Override
        public Optional<Place> locate(Position position) {
            return Optional.of(new Place(file, firstLine + position.line() - 1, indent + position.column()));
        }
    }

    /** A scalar that stands on one line exactly as its value reads. */
    record Verbatim(Place start) implements TextLayout {
        @Override
        public Optional<Place> locate(Position position) {
            return Optional.of(new Place(start.file(), start.line(), start.column() + position.column() - 1));
        }
    }

    /** A text that is a file. */
    record Whole(String file) implements TextLayout {
        @Override
        public Optional<Place> locate(Position position) {
            return Optional.of(new Place(file, position.line(), position.column()));
        }
    }

    /** Folded, escaped, or no text at all: places within it are lost. */
    record Rearranged() implements TextLayout {
        @Override
        public Optional<Place> locate(Position position) {
            return Optional.empty();
        }
    }

    /** The layout of a literal block whose header stands on {@code headerLine}. */
    static TextLayout ofBlock(SourceFile file, List<String> lines, int headerLine, String value) {
        var wanted = value.lines().toList();
        for (var index = 0; index < wanted.size() && headerLine + index < lines.size(); index++) {
            var written = lines.get(headerLine + index);
            if (!wanted.get(index).isBlank() && written.endsWith(wanted.get(index))) {
                return new Block(
                        file.name(),
                        headerLine + 1,
                        written.length() - wanted.get(index).length());
            }
        }
        return new Rearranged();
    }

    /** The layout of a plain or quoted scalar that begins at {@code start}. */
    static TextLayout ofLine(Place start, String line, int quotes, String value) {
        if (line.length() > LONGEST_LINE) {
            return new Rearranged();
        }
        var from = Math.min(line.length(), line.offsetByCodePoints(0, Math.min(start.column() - 1, length(line))));
        return line.startsWith(value, from + quotes)
                ? new Verbatim(new Place(start.file(), start.line(), start.column() + quotes))
                : new Rearranged();
    }

    private static int length(String line) {
        return line.codePointCount(0, line.length());
    }
}
