package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Optional;
import java.util.Set;

/** The positions in which Postgres takes a list as an array. */
final class PostgresLists {
    private static final Set<String> COMPARISONS = Set.of("any", "all", "some");

    /** Operators of arrays, whose operands have the same type. */
    private static final Set<String> OPERATORS = Set.of("&&", "@>", "<@");

    private static final String OPERATOR_CHARACTERS = "+-*/<>=~!@#%^&|`?";

    /** Words in the names of types that have more than one word. */
    private static final Set<String> IN_TYPES = Set.of("precision", "time", "varying", "with", "without", "zone");

    private PostgresLists() {}

    static Optional<Segment> at(TokenStream tokens, Clauses clauses, int index, Target list) {
        if (tokens.isSymbol(index - 1, '(') && tokens.isWord(index - 2, COMPARISONS)) {
            return Optional.of(compared(list));
        }
        var typed = isOperand(tokens, index) || clauses.isWrittenValue(index) || isCast(tokens, index);
        return typed ? Optional.of(untyped(list)) : Optional.empty();
    }

    /** An array of the items' own type, which may differ from the column's: int8 = int4 is an operator. */
    static Segment compared(Target list) {
        return new Segment.ArrayParameter(list.reference(), list.type());
    }

    /** An array whose type the engine takes from the column or the cast: int8[] && int4[] is not an operator. */
    private static Segment untyped(Target list) {
        return new Segment.ArrayParameter(list.reference(), ParameterType.TEXT);
    }

    private static boolean isOperand(TokenStream tokens, int index) {
        var before = index - 1;
        while (isOperatorCharacter(tokens, before) && (before == index - 1 || touches(tokens, before))) {
            before--;
        }
        var behind = index + 1;
        while (isOperatorCharacter(tokens, behind) && (behind == index + 1 || touches(tokens, behind - 1))) {
            behind++;
        }
        return OPERATORS.contains(text(tokens, before + 1, index))
                || OPERATORS.contains(text(tokens, index + 1, behind));
    }

    private static boolean isOperatorCharacter(TokenStream tokens, int index) {
        return tokens.at(index) instanceof Token.Symbol symbol && OPERATOR_CHARACTERS.indexOf(symbol.character()) >= 0;
    }

    private static boolean touches(TokenStream tokens, int index) {
        return tokens.at(index).end() == tokens.at(index + 1).start();
    }

    private static String text(TokenStream tokens, int from, int to) {
        var text = new StringBuilder();
        for (var index = from; index < to; index++) {
            text.append(((Token.Symbol) tokens.at(index)).character());
        }
        return text.toString();
    }

    private static boolean isCast(TokenStream tokens, int index) {
        if (tokens.isSymbol(index + 1, ':') && tokens.isSymbol(index + 2, ':')) {
            return isArrayType(tokens, index + 3);
        }
        return tokens.isWord(index - 2, "cast")
                && tokens.isSymbol(index - 1, '(')
                && tokens.isWord(index + 1, "as")
                && isArrayType(tokens, index + 2);
    }

    /** {@code text[]}, {@code "shop".mood[]}, {@code numeric(10, 2)[]}, {@code timestamp with time zone ARRAY}. */
    private static boolean isArrayType(TokenStream tokens, int first) {
        var index = first;
        while (tokens.isSymbol(index + 1, '.')) {
            index += 2;
        }
        if (tokens.nameAt(index).isEmpty()) {
            return false;
        }
        index = behindTypeWords(tokens, index + 1);
        if (tokens.isSymbol(index, '(')) {
            while (!tokens.isSymbol(index, ')') && !tokens.isEnd(index)) {
                index++;
            }
            index = behindTypeWords(tokens, index + 1);
        }
        return tokens.isSymbol(index, '[') || tokens.isWord(index, "array");
    }

    private static int behindTypeWords(TokenStream tokens, int index) {
        var behind = index;
        while (tokens.isWord(behind, IN_TYPES)) {
            behind++;
        }
        return behind;
    }
}
