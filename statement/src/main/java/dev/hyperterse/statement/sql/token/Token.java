package dev.hyperterse.statement.sql.token;

import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.Placeholder;
import java.util.List;

/** One token outside comments, with its place in the text: from {@code start} up to but without {@code end}. */
public sealed interface Token {
    int start();

    int end();

    /** A keyword or a bare name, in lower case. */
    record Word(int start, int end, String name) implements Token {}

    /** A quoted identifier, without its quotes, in lower case: engines differ in whether case matters there. */
    record QuotedName(int start, int end, String name) implements Token {}

    record Numeral(int start, int end, String digits) implements Token {}

    /** One character of punctuation or of an operator. */
    record Symbol(int start, int end, char character) implements Token {}

    /** A plain string, its escapes undone, with the placeholders in it. */
    record Text(int start, int end, List<Piece> pieces) implements Token {
        public Text {
            pieces = List.copyOf(pieces);
        }

        public boolean isTemplate() {
            return pieces.stream().anyMatch(Placeholder.class::isInstance);
        }

        public boolean isLikePattern() {
            return pieces.stream()
                    .anyMatch(piece -> piece instanceof Placeholder placeholder && placeholder.has(Filter.LIKE));
        }

        public boolean isExactly(String text) {
            return pieces.equals(List.of(new Literal(text)));
        }
    }

    /** A string with a prefix or in dollar quotes, which is sent unchanged. */
    record FixedText(int start, int end) implements Token {}

    /** A placeholder outside quotes. */
    record Insertion(Placeholder placeholder) implements Token {
        @Override
        public int start() {
            return placeholder.start();
        }

        @Override
        public int end() {
            return placeholder.end();
        }
    }

    /** A malformed placeholder, which is already reported. */
    record Broken(int start, int end) implements Token {}
}
