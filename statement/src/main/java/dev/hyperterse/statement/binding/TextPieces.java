package dev.hyperterse.statement.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a text in which everything but placeholders means itself. */
public final class TextPieces {
    private TextPieces() {}

    /** At least one piece; an empty text is an empty literal. */
    public static List<Piece> of(String text, Findings findings) {
        var reader = new PlaceholderReader(text, Set.of(), findings);
        var pieces = new ArrayList<Piece>();
        var literal = new StringBuilder();
        var at = 0;
        while (at < text.length()) {
            if (reader.isLiteral(at)) {
                literal.append("{{");
                at += 4;
            } else if (reader.opens(at)) {
                if (!literal.isEmpty()) {
                    pieces.add(new Literal(literal.toString()));
                    literal.setLength(0);
                }
                reader.read(at).ifPresent(pieces::add);
                at = reader.end();
            } else {
                literal.append(text.charAt(at++));
            }
        }
        if (!literal.isEmpty() || pieces.isEmpty()) {
            pieces.add(new Literal(literal.toString()));
        }
        return pieces;
    }
}
