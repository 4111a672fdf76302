package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Choices;
import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.sql.dialect.Grammar;
import dev.hyperterse.statement.sql.token.SqlCharacters;
import dev.hyperterse.statement.sql.token.StatementRule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names and keywords of SQL that a call chooses from an enum. */
record NameChoices(Grammar grammar, Findings findings) {
    private static final Pattern WORDS = Pattern.compile("[A-Za-z_]+(?: [A-Za-z_]+)*");

    static boolean isChoice(Placeholder placeholder) {
        return placeholder.has(Filter.IDENTIFIER)
                || placeholder.has(Filter.IDENTIFIERS)
                || placeholder.has(Filter.KEYWORD);
    }

    Optional<Segment> render(Placeholder placeholder, Target target) {
        if (placeholder.has(Filter.IDENTIFIER) && target.reference() instanceof Reference.Environment(var name)) {
            return Optional.of(new Segment.EnvironmentIdentifier(name, String.valueOf(grammar.nameQuote())));
        }
        return new Choices(findings)
                .render(
                        placeholder,
                        target,
                        choice -> placeholder.has(Filter.KEYWORD)
                                ? keyword(placeholder, choice)
                                : identifier(placeholder, choice))
                .map(renderings -> placeholder.has(Filter.IDENTIFIERS)
                        ? new Segment.ChoiceList(target.reference(), renderings)
                        : new Segment.Choice(target.reference(), renderings));
    }

    private Optional<String> identifier(Placeholder placeholder, String choice) {
        var parts = choice.split("\\.", -1);
        if (!Arrays.stream(parts).allMatch(NameChoices::isName)) {
            findings.add(
                    StatementRule.CHOICE_NOT_A_NAME,
                    placeholder.start(),
                    "'%s' of the enum is not a name".formatted(choice),
                    "every value has to be a name, or names with dots between them");
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(parts).map(grammar::quoted).collect(Collectors.joining(".")));
    }

    private static boolean isName(String part) {
        return !part.isEmpty() && part.codePoints().allMatch(NameChoices::mayBeQuoted);
    }

    private static boolean mayBeQuoted(int character) {
        return character >= ' ' && !(character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
    }

    private Optional<String> keyword(Placeholder placeholder, String choice) {
        if (!WORDS.matcher(choice).matches()) {
            findings.add(
                    StatementRule.CHOICE_NOT_A_KEYWORD,
                    placeholder.start(),
                    "'%s' of the enum is not made of plain words".formatted(choice),
                    "every value has to be words of letters with one space between them, such as DESC NULLS LAST");
            return Optional.empty();
        }
        return Optional.of(choice);
    }

    /** Every word or part of a name that a choice may insert, in lower case, for the rules about names. */
    static List<String> words(Input input) {
        return Choices.values(input).stream()
                .flatMap(choice -> Arrays.stream(choice.split("[. ]")))
                .map(SqlCharacters::lowerCase)
                .toList();
    }
}
