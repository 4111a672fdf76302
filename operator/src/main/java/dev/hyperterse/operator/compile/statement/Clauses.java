package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.Dialect;
import java.util.ArrayDeque;
import java.util.Deque;

/** Which clause the binder is in, for each open parenthesis. Fed with every token, after it has been bound. */
final class Clauses {
    enum Clause {
        OTHER,
        /** Tables behind FROM. */
        TABLES,
        /** What to sort or group by. */
        ITEMS,
        /** LIMIT, OFFSET, FETCH. */
        ROW_COUNT
    }

    private static final class Frame {
        private boolean query;
        private Clause clause = Clause.OTHER;
    }

    private final TokenStream tokens;
    private final Dialect dialect;
    private final Deque<Frame> frames = new ArrayDeque<>();

    Clauses(TokenStream tokens, Dialect dialect) {
        this.tokens = tokens;
        this.dialect = dialect;
        frames.push(new Frame());
    }

    Clause current() {
        return frame().clause;
    }

    private Frame frame() {
        return frames.element();
    }

    void accept(int index) {
        switch (tokens.at(index)) {
            case Token.Symbol symbol -> symbol(symbol.character());
            case Token.Word word -> word(index, word.name());
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> {}
            case Token.Placeholder _, Token.Broken _ -> {}
        }
    }

    private void symbol(char character) {
        if (character == '(' || character == '[') {
            frames.push(new Frame());
        } else if ((character == ')' || character == ']') && frames.size() > 1) {
            frames.pop();
        }
    }

    private void word(int index, String name) {
        if (tokens.isSymbol(index - 1, '.')) {
            return;
        }
        if (Keywords.QUERY.contains(name)) {
            frame().query = true;
        }
        switch (name) {
            case "by" -> frame().clause = Clause.ITEMS;
            case "limit" -> frame().clause = Clause.ROW_COUNT;
            case "offset", "fetch" -> rowCount();
            case "from" -> from(index);
            default -> {
                if (Keywords.CLAUSE.contains(name)) {
                    frame().clause = Clause.OTHER;
                }
            }
        }
    }

    // In SQLite both are ordinary names too, and OFFSET follows a LIMIT.
    private void rowCount() {
        if (dialect == Dialect.POSTGRES || current() == Clause.ROW_COUNT) {
            frame().clause = Clause.ROW_COUNT;
        }
    }

    // extract(year FROM x), a IS DISTINCT FROM b: there a value follows.
    private void from(int index) {
        if (frame().query && !tokens.isWord(index - 1, "distinct")) {
            frame().clause = Clause.TABLES;
        }
    }

    /** Whether a value at {@code index} would stand where only a name can. */
    boolean isNamePosition(int index) {
        if (tokens.isWord(index - 1, Keywords.BEFORE_NAME)) {
            return !tokens.isSymbol(index - 2, '.');
        }
        return current() == Clause.TABLES && (tokens.isWord(index - 1, "from") || tokens.isSymbol(index - 1, ','));
    }

    /** Whether a value at {@code index} would be all there is of an item to sort or group by. */
    boolean isWholeItem(int index) {
        return current() == Clause.ITEMS
                && (tokens.isWord(index - 1, "by") || tokens.isSymbol(index - 1, ','))
                && endsItem(index + 1);
    }

    private boolean endsItem(int index) {
        return switch (tokens.at(index)) {
            case Token.Symbol symbol -> symbol == TokenStream.NONE || "),;:".indexOf(symbol.character()) >= 0;
            case Token.Word word -> !Keywords.OPERATORS.contains(word.name());
            case Token.Placeholder _, Token.Broken _ -> true;
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> false;
        };
    }
}
