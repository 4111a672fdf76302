package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.InputType;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Names and keywords that a call chooses from an enum. Each choice is rendered here, once; a replica can only look one
 * up.
 */
final class Choices {
    private static final Pattern WORDS = Pattern.compile("[A-Za-z_]+(?: [A-Za-z_]+)*");

    private final Dialect dialect;
    private final Findings findings;

    Choices(Dialect dialect, Findings findings) {
        this.dialect = dialect;
        this.findings = findings;
    }

    Optional<Segment> render(Token.Placeholder placeholder, Target target) {
        var filter = placeholder.has(Filter.IDENTIFIER) ? Filter.IDENTIFIER : Filter.KEYWORD;
        return switch (target.reference()) {
            case Reference.Environment environment
            when filter == Filter.IDENTIFIER -> Optional.of(new Segment.EnvironmentIdentifier(environment.name()));
            case Reference.Input _ -> target.input().flatMap(input -> fromEnum(placeholder, filter, target, input));
            case Reference.Environment _, Reference.PrincipalSubject _, Reference.PrincipalClaim _ ->
                refuse(
                        StatementRule.CHOICE_WITHOUT_ENUM,
                        placeholder,
                        "%s has no enum to choose from".formatted(placeholder.display()),
                        "only an input with an enum can be a %s".formatted(filter.spelling()));
        };
    }

    private Optional<Segment> fromEnum(Token.Placeholder placeholder, Filter filter, Target target, Input input) {
        if (input.type() != InputType.STRING || input.choices().isEmpty()) {
            return refuse(
                    StatementRule.CHOICE_WITHOUT_ENUM,
                    placeholder,
                    "input '%s' is no string with an enum".formatted(input.name()),
                    "declare type: string and an enum of all that may stand here");
        }
        if (target.mayBeAbsent()) {
            return refuse(
                    StatementRule.CHOICE_MAY_BE_ABSENT,
                    placeholder,
                    "input '%s' can be absent, and there is no NULL among names and keywords".formatted(input.name()),
                    "give it a default, or drop optional");
        }
        var renderings = new LinkedHashMap<String, String>();
        for (var choice : values(input)) {
            var rendered = filter == Filter.IDENTIFIER ? identifier(choice) : keyword(choice);
            rendered.ifPresentOrElse(
                    sql -> renderings.put(choice, sql), () -> refuseChoice(placeholder, filter, choice));
        }
        return Optional.of(new Segment.Choice(target.reference(), renderings));
    }

    /** The values of an enum of strings. */
    static List<String> values(Input input) {
        return input.choices().stream().map(JsonNode::asString).toList();
    }

    private void refuseChoice(Token.Placeholder placeholder, Filter filter, String choice) {
        if (filter == Filter.IDENTIFIER) {
            refuse(
                    StatementRule.CHOICE_NOT_A_NAME,
                    placeholder,
                    "the enum's '%s' is no name".formatted(choice),
                    "every value has to be a name, or names with dots between them");
        } else {
            refuse(
                    StatementRule.CHOICE_NOT_A_KEYWORD,
                    placeholder,
                    "the enum's '%s' is not made of bare words".formatted(choice),
                    "every value has to be words of letters with one blank between them, as DESC NULLS LAST");
        }
    }

    private Optional<String> identifier(String choice) {
        var parts = choice.split("\\.", -1);
        return Arrays.stream(parts).allMatch(Choices::isName)
                ? Optional.of(Arrays.stream(parts).map(this::quoted).collect(Collectors.joining(".")))
                : Optional.empty();
    }

    private static boolean isName(String part) {
        return !part.isEmpty() && part.codePoints().allMatch(Choices::mayBeQuoted);
    }

    private static boolean mayBeQuoted(int character) {
        return character >= ' ' && !(character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
    }

    // SQLite takes "name" for a string when there is no such column, so that a misspelt one would sort by a constant.
    private String quoted(String part) {
        return switch (dialect) {
            case POSTGRES -> '"' + part.replace("\"", "\"\"") + '"';
            case SQLITE -> '`' + part.replace("`", "``") + '`';
        };
    }

    private static Optional<String> keyword(String choice) {
        return WORDS.matcher(choice).matches() ? Optional.of(choice) : Optional.empty();
    }

    private Optional<Segment> refuse(StatementRule rule, Token.Placeholder placeholder, String message, String remedy) {
        findings.add(rule, placeholder.start(), message, remedy);
        return Optional.empty();
    }

    /** Every word or part of a name that may come out, in lower case, for the rules about names. */
    static List<String> words(Input input) {
        return values(input).stream()
                .flatMap(choice -> Arrays.stream(choice.split("[. ]")))
                .map(SqlCharacters::lowerCase)
                .toList();
    }

    /** The first declaration of each name. */
    static Map<String, Input> byName(List<Input> inputs) {
        return inputs.stream().collect(Collectors.toMap(Input::name, input -> input, (first, _) -> first));
    }
}
