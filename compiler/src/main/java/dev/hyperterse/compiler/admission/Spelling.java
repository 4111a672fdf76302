package dev.hyperterse.compiler.admission;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that the author probably meant. */
public final class Spelling {
    /** Two names and a slash between them; comparing takes the product of both lengths. */
    private static final int LONGEST = 512;

    private Spelling() {}

    /** The candidate nearest to {@code written}, if one is near: at most a third of its letters away. */
    public static Optional<String> nearest(String written, Collection<String> candidates) {
        if (written.length() > LONGEST) {
            return Optional.empty();
        }
        var most = Math.max(1, written.length() / 3);
        return candidates.stream()
                .filter(candidate -> distance(written, candidate) <= most)
                .min(Comparator.<String>comparingInt(it -> distance(written, it))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Edits between two words, letter case aside; two neighbours swapped are one edit. */
    private static int distance(String left, String right) {
        var from = left.toLowerCase(Locale.ROOT);
        var to = right.toLowerCase(Locale.ROOT);
        var rows = new int[from.length() + 1][to.length() + 1];
        for (var row = 0; row <= from.length(); row++) {
            for (var column = 0; column <= to.length(); column++) {
                rows[row][column] = Math.min(row, column) == 0 ? row + column : cheapest(rows, from, to, row, column);
            }
        }
        return rows[from.length()][to.length()];
    }

    private static int cheapest(int[][] rows, String from, String to, int row, int column) {
        var same = from.charAt(row - 1) == to.charAt(column - 1);
        var best = Math.min(rows[row - 1][column], rows[row][column - 1]) + 1;
        best = Math.min(best, rows[row - 1][column - 1] + (same ? 0 : 1));
        var swapped = row > 1
                && column > 1
                && from.charAt(row - 1) == to.charAt(column - 2)
                && from.charAt(row - 2) == to.charAt(column - 1);
        return swapped ? Math.min(best, rows[row - 2][column - 2] + 1) : best;
    }
}
