package dev.hyperterse.statement.lineage;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.lineage.Part.Kind;
import dev.hyperterse.statement.sql.dialect.SqlDialects;
import dev.hyperterse.statement.sql.token.Lexer;
import dev.hyperterse.statement.sql.token.Lexis;
import dev.hyperterse.statement.sql.token.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The tokens of a statement, and which bracket closes which. */
final class Parts {
    private static final int MOST = 2_000;
    /** PostgreSQL cuts longer names, so two of them may be one; engines fold letters beyond ASCII differently. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$ .-]{1,63}");

    private static final Part NOTHING = new Part(Kind.SYMBOL, " ", "");

    private final List<Part> parts;
    private final int[] closing;

    private Parts(List<Part> parts) {
        this.parts = List.copyOf(parts);
        this.closing = closing(this.parts);
    }

    static Parts of(String text, Dialect dialect) {
        var findings = new Findings();
        var lexed = Lexer.lexWithoutPlaceholders(
                text, withParameters(SqlDialects.of(dialect).lexis()), findings);
        if (!lexed.complete() || !findings.isEmpty()) {
            throw new UnresolvedConstruct(
                    findings.isEmpty()
                            ? "a text without an end"
                            : findings.inOrderOfTheText().getFirst().message());
        }
        if (lexed.tokens().size() > MOST) {
            throw new UnresolvedConstruct("a statement of more than %d words".formatted(MOST));
        }
        var parts = new ArrayList<Part>();
        lexed.tokens().forEach(token -> parts.add(part(token, text, dialect)));
        if (!parts.isEmpty() && parts.getLast().isSymbol(';')) {
            parts.removeLast();
        }
        return new Parts(parts);
    }

    /** Every dialect, with the parameters of its driver. */
    private static Lexis withParameters(Lexis lexis) {
        return lexis.symbols().indexOf('?') >= 0
                ? lexis
                : new Lexis(
                        lexis.features(),
                        lexis.stringQuotes(),
                        lexis.identifierQuotes(),
                        lexis.stringPrefixes(),
                        lexis.backslashPrefixes(),
                        lexis.symbols() + "?");
    }

    private static Part part(Token token, String text, Dialect dialect) {
        var written = text.substring(token.start(), token.end());
        return switch (token) {
            case Token.Word word ->
                new Part(Kind.WORD, word.name(), named(new Names(dialect).foldsBareNames() ? word.name() : written));
            case Token.QuotedName _ -> new Part(Kind.NAME, "", named(written.substring(1, written.length() - 1)));
            case Token.Numeral _, Token.Text _, Token.FixedText _ ->
                new Part(Kind.LITERAL, written.substring(0, 1), "");
            case Token.Symbol symbol -> new Part(Kind.SYMBOL, String.valueOf(symbol.character()), "");
            case Token.Insertion _, Token.Broken _ -> throw new UnresolvedConstruct(written);
        };
    }

    private static String named(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new UnresolvedConstruct("a name of other characters than ASCII letters, digits and spaces");
        }
        return name;
    }

    private static int[] closing(List<Part> parts) {
        var closing = new int[parts.size()];
        var open = new ArrayDeque<Integer>();
        for (var at = 0; at < closing.length; at++) {
            var part = parts.get(at);
            closing[at] = at;
            if (part.isSymbol('(') || part.isSymbol('[')) {
                open.push(at);
            } else if (part.isSymbol(')') || part.isSymbol(']')) {
                if (open.isEmpty() || parts.get(open.peek()).isSymbol('(') != part.isSymbol(')')) {
                    throw new UnresolvedConstruct("a bracket that opens or closes nothing");
                }
                closing[open.pop()] = at;
            }
        }
        if (!open.isEmpty()) {
            throw new UnresolvedConstruct("a bracket that opens or closes nothing");
        }
        return closing;
    }

    Range all() {
        return new Range(0, parts.size());
    }

    /** A part of the statement: all of it that is between two brackets, or in one clause. */
    final class Range {
        private final int from;
        private final int to;

        private Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        boolean isEmpty() {
            return from >= to;
        }

        int size() {
            return to - from;
        }

        /** Beyond the range a symbol that is none. */
        Part at(int index) {
            return index >= from && index < to ? parts.get(index) : NOTHING;
        }

        Part first() {
            return at(from);
        }

        Range range(int begin, int end) {
            return new Range(begin, end);
        }

        Range after(int index) {
            return range(index, to);
        }

        /** The inside of the brackets that open at {@code index}. */
        Range inside(int index) {
            return range(index + 1, closing[index]);
        }

        /** The index behind the part, or behind the bracket that closes what it opens. */
        int next(int index) {
            return closing[index] + 1;
        }

        /** The first index outside of inner brackets that fits; the end of the range if none does. */
        int find(Predicate<Integer> fits) {
            var at = from;
            while (at < to && !fits.test(at)) {
                at = next(at);
            }
            return at;
        }

        /** The parts between the separators outside of inner brackets. */
        List<Range> split(Predicate<Integer> separates) {
            var found = new ArrayList<Range>();
            var rest = this;
            while (true) {
                var end = rest.find(separates);
                found.add(range(rest.from, end));
                if (end >= to) {
                    return found;
                }
                rest = after(end + 1);
            }
        }

        /** Whether it begins a query within an expression or FROM. */
        boolean isQuery() {
            return first().isWord("select") || first().isWord("with");
        }
    }
}
