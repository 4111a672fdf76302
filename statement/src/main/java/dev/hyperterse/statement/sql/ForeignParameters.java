package dev.hyperterse.statement.sql;

import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.sql.dialect.Clauses;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Set;

/**
 * Refuses parameters in the syntax of other tools: {@code ?}, {@code :name}, {@code @name}. If these characters are
 * operators, the engine would refuse such a statement too, but only in a call.
 */
record ForeignParameters(TokenStream tokens, Clauses clauses, Findings findings) {
    private static final String OPERATOR = "+-*/<>=~!@#%^&|`?";

    /** Reserved words only, because the column in {@code value ? 'a'} may have the name of another word. */
    private static final Set<String> BEFORE_OPERAND = Set.of(
            "and",
            "case",
            "distinct",
            "else",
            "fetch",
            "from",
            "having",
            "ilike",
            "in",
            "is",
            "like",
            "limit",
            "not",
            "offset",
            "on",
            "or",
            "returning",
            "select",
            "similar",
            "then",
            "when",
            "where");

    private static final Set<String> BEHIND_OPERAND = Set.of(
            "and",
            "as",
            "asc",
            "desc",
            "else",
            "end",
            "except",
            "fetch",
            "for",
            "from",
            "group",
            "having",
            "in",
            "intersect",
            "is",
            "limit",
            "offset",
            "on",
            "or",
            "order",
            "returning",
            "then",
            "union",
            "when",
            "where",
            "window");

    void check(int index, Token.Symbol symbol) {
        switch (symbol.character()) {
            case '?' -> questionMark(index, symbol);
            case ':' -> colon(index, symbol);
            case '@' -> at(index, symbol);
            default -> {}
        }
    }

    private void questionMark(int index, Token.Symbol symbol) {
        if (continuesOperator(index)) {
            return;
        }
        var continued = isOperator(index + 1) && touches(index + 1);
        if (isNoOperand(index - 1) || !continued && endsExpression(index + 1)) {
            findings.add(
                    StatementRule.LITERAL_PARAMETER,
                    symbol.start(),
                    "'?' is an operator here, and an operand is missing",
                    "where a value is meant, write a placeholder");
        }
    }

    private void colon(int index, Token.Symbol symbol) {
        var cast = tokens.isSymbol(index + 1, ':') && touches(index + 1)
                || tokens.isSymbol(index - 1, ':') && touches(index);
        var named = tokens.isSymbol(index + 1, '=') && touches(index + 1);
        if (!cast && !named && !clauses.allowsColon()) {
            findings.add(
                    StatementRule.LITERAL_PARAMETER,
                    symbol.start(),
                    "a colon does not start a parameter here",
                    "where a value is meant, write {{ inputs.name }}");
        }
    }

    private void at(int index, Token.Symbol symbol) {
        if (!continuesOperator(index) && tokens.at(index + 1) instanceof Token.Word word && touches(index + 1)) {
            findings.add(
                    StatementRule.LITERAL_PARAMETER,
                    symbol.start(),
                    "'@%s' is not a parameter here".formatted(word.name()),
                    "where a value is meant, write {{ inputs.name }}; for the absolute value of a column, abs(column)");
        }
    }

    private boolean continuesOperator(int index) {
        return isOperator(index - 1) && touches(index);
    }

    /** Whether the token follows the one before it directly. */
    private boolean touches(int index) {
        return tokens.at(index - 1).end() == tokens.at(index).start();
    }

    private boolean isOperator(int index) {
        return tokens.at(index) instanceof Token.Symbol symbol
                && symbol != TokenStream.NONE
                && OPERATOR.indexOf(symbol.character()) >= 0;
    }

    private boolean isNoOperand(int index) {
        return switch (tokens.at(index)) {
            case Token.Symbol symbol -> ")]".indexOf(symbol.character()) < 0;
            case Token.Word word -> BEFORE_OPERAND.contains(word.name());
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> false;
            case Token.Insertion _, Token.Broken _ -> false;
        };
    }

    private boolean endsExpression(int index) {
        return switch (tokens.at(index)) {
            case Token.Symbol symbol -> symbol == TokenStream.NONE || "),];".indexOf(symbol.character()) >= 0;
            case Token.Word word -> BEHIND_OPERAND.contains(word.name());
            case Token.QuotedName _, Token.Numeral _, Token.Text _, Token.FixedText _ -> false;
            case Token.Insertion _, Token.Broken _ -> false;
        };
    }
}
