package dev.hyperterse.cli.diagnostics;

import java.util.Comparator;

/**
 * A position in a file, written as editors and compilers write it.
 *
 * @param file as the user would name it, with {@code /} on every platform
 * @param line from 1
 * @param column from 1, in characters
 */
public record Place(String file, int line, int column) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::file).thenComparingInt(Place::line).thenComparingInt(Place::column);

    public Place {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("no place: " + file + ":" + line + ":" + column);
        }
    }

    /** Where a file begins: for what concerns the file as a whole. */
    public static Place startOf(String file) {
        return new Place(file, 1, 1);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
