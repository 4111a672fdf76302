package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.sql.dialect.Clauses;
import dev.hyperterse.statement.sql.dialect.Grammar;
import dev.hyperterse.statement.sql.token.Keywords;
import dev.hyperterse.statement.sql.token.SqlCharacters;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.math.BigDecimal;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Checks the positions of values. Refuses positions that the engine would accept with another meaning. */
record ValuePositions(TokenStream tokens, Clauses clauses, Grammar grammar, CharSequence text, Findings findings) {
    /** False beside characters that would merge with a name or a number; a dot is allowed beside a chosen name. */
    boolean isApart(Placeholder placeholder, boolean isName) {
        var before = placeholder.start() == 0 ? ' ' : text.charAt(placeholder.start() - 1);
        var after = placeholder.end() == text.length() ? ' ' : text.charAt(placeholder.end());
        var touches = merges(before, isName) || before == '}' || merges(after, isName) || after == '{';
        if (touches) {
            findings.add(
                    StatementRule.PLACEHOLDER_TOUCHES_WORD,
                    placeholder.start(),
                    "no space separates %s from the text beside it; a value is never part of a name or a number"
                            .formatted(placeholder.display()),
                    "put a space between them, or write the whole text in single quotes");
        }
        return !touches;
    }

    private static boolean merges(char character, boolean isName) {
        return SqlCharacters.isWordPart(character) || "'\"`".indexOf(character) >= 0 || character == '.' && !isName;
    }

    /** Rules for a parameter at {@code index}, whether it came from a placeholder or from a string. */
    void check(int index) {
        var offset = tokens.at(index).start();
        if (clauses.isNamePosition(index)) {
            findings.add(
                    StatementRule.PLACEHOLDER_AS_NAME,
                    offset,
                    "a name is needed here, and a placeholder is a value",
                    "write {{ inputs.name | identifier }} with an enum of the names allowed");
        } else if (clauses.isWholeItem(index)) {
            findings.add(
                    StatementRule.PLACEHOLDER_AS_SORT_ITEM,
                    offset,
                    "this would sort or group by the same value for every row",
                    "write {{ inputs.name | identifier }} with an enum of the columns allowed");
        } else if (isBehindName(index)) {
            behindName(index, offset);
        }
    }

    private boolean isBehindName(int index) {
        return switch (tokens.at(index - 1)) {
            case Token.Word word -> !mayPrecedeValue(word.name()) || isTypeEnd(index - 1);
            case Token.QuotedName _ -> true;
            case Token.Numeral _, Token.Symbol _, Token.Text _, Token.FixedText _ -> false;
            case Token.Insertion _, Token.Broken _ -> false;
        };
    }

    private boolean mayPrecedeValue(String word) {
        return Keywords.BEFORE_VALUE.contains(word) || grammar.valueWords().contains(word);
    }

    /** {@code time with time zone}, unlike {@code AT TIME ZONE}. */
    private boolean isTypeEnd(int index) {
        return tokens.isWord(index, "zone") && !tokens.isWord(index - 2, "at");
    }

    private void behindName(int index, int offset) {
        if (grammar.typeBeforeString() && tokens.at(index) instanceof Token.Text) {
            findings.add(
                    StatementRule.TYPED_LITERAL,
                    offset,
                    "a type in front of a string takes no parameter",
                    "write CAST('{{ inputs.name }}' AS type)");
        } else {
            findings.add(
                    StatementRule.VALUE_AFTER_NAME,
                    offset,
                    "a value cannot follow '%s'".formatted(tokens.nameAt(index - 1)),
                    grammar.typeBeforeString()
                            ? "an operator or a comma is missing, or the quotes of a typed literal"
                            : "an operator or a comma is missing");
        }
    }

    /** LIMIT, OFFSET, FETCH: for other values than whole numbers from 0 on engines fail or apply no limit. */
    void checkRowCount(int index, Placeholder placeholder, Target target) {
        if (target.input().filter(ValuePositions::isCount).isEmpty()) {
            findings.add(
                    StatementRule.ROW_COUNT,
                    tokens.at(index).start(),
                    "%s sets a number of rows, and is not a whole number from 0 on".formatted(placeholder.display()),
                    "use an input of type int with minimum: 0 or more");
        }
    }

    void refuseQuotedRowCount(int index) {
        findings.add(
                StatementRule.ROW_COUNT,
                tokens.at(index).start(),
                "a text cannot be a number of rows",
                "write the placeholder without quotes, with an input of type int with minimum: 0 or more");
    }

    private static boolean isCount(Input input) {
        Predicate<JsonNode> notNegative = choice -> choice.decimalValue().signum() >= 0;
        var bounded = input.minimum()
                .filter(minimum -> minimum.compareTo(BigDecimal.ZERO) >= 0)
                .isPresent();
        var chosen = !input.choices().isEmpty()
                && input.choices().stream().allMatch(JsonNode::isNumber)
                && input.choices().stream().allMatch(notNegative);
        return input.type() == InputType.INT && (bounded || chosen);
    }
}
