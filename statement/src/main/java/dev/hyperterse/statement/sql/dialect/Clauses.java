package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.statement.sql.token.Keywords;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Tracks the clause of the current token, for each open parenthesis. Accepts every token after it was compiled. */
public final class Clauses {
    public enum Clause {
        OTHER,
        /** Tables behind FROM. */
        TABLES,
        /** Items of GROUP BY, ORDER BY and PARTITION BY. */
        ITEMS,
        /** LIMIT, OFFSET, FETCH. */
        ROW_COUNT,
        /** Behind SET of an UPDATE, also of one within INSERT or MERGE. */
        ASSIGNMENTS,
        /** The rows behind VALUES of an INSERT. */
        INSERTED_ROWS,
        /** One value for each column that is written: inside of such a row, or of SET (a, b) = (...). */
        WRITTEN_ROW
    }

    /** Functions whose arguments are pairs with a colon in between. */
    private static final Set<String> PAIRS = Set.of("json_object", "json_objectagg");

    private static final class Frame {
        private final int begin;
        private boolean query;
        private boolean inserts;
        private boolean updates;
        private boolean colons;
        private Clause clause = Clause.OTHER;

        private Frame(int begin) {
            this.begin = begin;
        }
    }

    private final TokenStream tokens;
    private final Grammar grammar;
    private final Deque<Frame> frames = new ArrayDeque<>();

    public Clauses(TokenStream tokens, Grammar grammar) {
        this.tokens = tokens;
        this.grammar = grammar;
        var statement = new Frame(0);
        statement.query = true;
        frames.push(statement);
    }

    public Clause current() {
        return frame().clause;
    }

    /** Whether a lone colon means something here: between the bounds of a slice, or in a pair. */
    public boolean allowsColon() {
        return frame().colons;
    }

    private Frame frame() {
        return frames.element();
    }

    public void accept(int index) {
        switch (tokens.at(index)) {
            case Token.Symbol symbol -> symbol(index, symbol.character());
            case Token.Word word -> word(index, word.name());
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> {}
            case Token.Insertion _, Token.Broken _ -> {}
        }
    }

    private void symbol(int index, char character) {
        if (character == '(' || character == '[') {
            var frame = new Frame(index + 1);
            frame.colons = character == '[' || tokens.isWord(index - 1, PAIRS);
            frame.clause = character == '(' && beginsWrittenRow(index) ? Clause.WRITTEN_ROW : Clause.OTHER;
            frames.push(frame);
        } else if ((character == ')' || character == ']') && frames.size() > 1) {
            frames.pop();
        }
    }

    private boolean beginsWrittenRow(int index) {
        var before = tokens.isWord(index - 1, "row") ? index - 2 : index - 1;
        return switch (current()) {
            case INSERTED_ROWS -> tokens.isWord(before, "values") || tokens.isSymbol(before, ',');
            case ASSIGNMENTS -> tokens.isSymbol(before, '=') && tokens.isSymbol(before - 1, ')');
            case OTHER, TABLES, ITEMS, ROW_COUNT, WRITTEN_ROW -> false;
        };
    }

    private void word(int index, String name) {
        if (tokens.isSymbol(index - 1, '.')) {
            return;
        }
        if (Keywords.QUERY.contains(name) || index == frame().begin && Keywords.QUERY_AT_ITS_BEGIN.contains(name)) {
            frame().query = true;
        }
        frame().inserts |= name.equals("insert");
        frame().updates |= name.equals("update");
        switch (name) {
            case "set" -> frame().clause = frame().updates ? Clause.ASSIGNMENTS : Clause.OTHER;
            case "values" -> frame().clause = frame().inserts ? Clause.INSERTED_ROWS : Clause.OTHER;
            case "by" -> by(index);
            case "limit" -> frame().clause = Clause.ROW_COUNT;
            case "offset", "fetch" -> rowCount(index);
            case "from" -> from(index);
            default -> {
                if (Keywords.CLAUSE.contains(name)) {
                    frame().clause = Clause.OTHER;
                }
            }
        }
    }

    // The word may also be the name of a column.
    private void by(int index) {
        if (tokens.isWord(index - 1, Set.of("group", "order", "partition"))) {
            frame().clause = Clause.ITEMS;
        }
    }

    // In dialects where both are also ordinary names, they are keywords behind LIMIT, and in OFFSET n ROWS and FETCH
    // FIRST n ROWS.
    private void rowCount(int index) {
        var standard =
                tokens.isWord(index + 2, Set.of("row", "rows")) || tokens.isWord(index + 1, Set.of("first", "next"));
        if (grammar.offsetWithoutLimit() || standard || current() == Clause.ROW_COUNT) {
            frame().clause = Clause.ROW_COUNT;
        }
    }

    // In extract(year FROM x) and a IS DISTINCT FROM b a value follows.
    private void from(int index) {
        if (frame().query && !tokens.isWord(index - 1, "distinct")) {
            frame().clause = Clause.TABLES;
        }
    }

    /** Whether only a name is possible at {@code index}, and not a value. */
    public boolean isNamePosition(int index) {
        if (tokens.isWord(index - 1, Keywords.BEFORE_NAME)) {
            return !tokens.isSymbol(index - 2, '.');
        }
        return current() == Clause.TABLES && (tokens.isWord(index - 1, "from") || tokens.isSymbol(index - 1, ','));
    }

    /** Whether a value at {@code index} is the whole value for a column. */
    boolean isWrittenValue(int index) {
        var begins =
                switch (current()) {
                    case WRITTEN_ROW -> tokens.isSymbol(index - 1, '(') || tokens.isSymbol(index - 1, ',');
                    case ASSIGNMENTS -> tokens.isSymbol(index - 1, '=');
                    case OTHER, TABLES, ITEMS, ROW_COUNT, INSERTED_ROWS -> false;
                };
        return begins && endsItem(index + 1);
    }

    /** Whether a value at {@code index} is a whole item to sort or group by. */
    public boolean isWholeItem(int index) {
        return current() == Clause.ITEMS
                && (tokens.isWord(index - 1, "by") || tokens.isSymbol(index - 1, ','))
                && endsItem(index + 1);
    }

    private boolean endsItem(int index) {
        return switch (tokens.at(index)) {
            case Token.Symbol symbol -> symbol == TokenStream.NONE || "),;:".indexOf(symbol.character()) >= 0;
            case Token.Word word -> !Keywords.OPERATORS.contains(word.name());
            case Token.Insertion _, Token.Broken _ -> true;
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> false;
        };
    }
}
