package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.sql.token.SqlCharacters;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects segments while copying the author's text. Puts a space between an inserted segment and a character that it
 * could merge with, because drivers replace it by {@code ?} or {@code $1}.
 */
final class SqlWriter {
    private final CharSequence text;
    private final List<Integer> literalBraces;
    private final List<Segment> segments = new ArrayList<>();
    private final StringBuilder sql = new StringBuilder();
    private int copied;
    private int nextBraces;
    private boolean afterInsertion;

    SqlWriter(CharSequence text, List<Integer> literalBraces) {
        this.text = text;
        this.literalBraces = literalBraces;
    }

    /** Copies the text that has not been copied or skipped yet, up to {@code end}. */
    void copyTo(int end) {
        while (copied < end) {
            if (nextBraces < literalBraces.size() && literalBraces.get(nextBraces) < copied) {
                nextBraces++;
            } else if (nextBraces < literalBraces.size() && literalBraces.get(nextBraces) == copied) {
                append("{{");
                copied += 4;
            } else {
                append(text.charAt(copied));
                copied++;
            }
        }
    }

    /** Skips the text that has not been copied yet, up to {@code end}. */
    void skipTo(int end) {
        copied = Math.max(copied, end);
    }

    /** SQL of the compiler's own. */
    void append(String own) {
        for (var index = 0; index < own.length(); index++) {
            append(own.charAt(index));
        }
    }

    private void append(char character) {
        if (afterInsertion && merges(character)) {
            sql.append(' ');
        }
        afterInsertion = false;
        sql.append(character);
    }

    /** Inserts a segment that depends on the call. */
    void insert(Segment segment) {
        if (afterInsertion || !sql.isEmpty() && merges(sql.charAt(sql.length() - 1))) {
            sql.append(' ');
        }
        flush();
        segments.add(segment);
        afterInsertion = true;
    }

    private static boolean merges(char character) {
        return SqlCharacters.isWordPart(character) || "?&'\"`@#".indexOf(character) >= 0;
    }

    private void flush() {
        if (!sql.isEmpty()) {
            segments.add(new Segment.Text(sql.toString()));
            sql.setLength(0);
        }
    }

    List<Segment> segments() {
        flush();
        return List.copyOf(segments);
    }
}
