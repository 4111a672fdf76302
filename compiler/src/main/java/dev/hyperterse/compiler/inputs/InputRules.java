package dev.hyperterse.compiler.inputs;

import static dev.hyperterse.compiler.inputs.ShortForm.invalid;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.compiler.problem.Problem;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The rules between the parts of one input, in the order a reader would check them. */
final class InputRules {
    private static final Set<InputType> NUMBERS = EnumSet.of(InputType.INT, InputType.FLOAT);
    private static final Set<InputType> ENUMERABLE =
            EnumSet.of(InputType.STRING, InputType.INT, InputType.FLOAT, InputType.DATETIME);
    private static final java.util.regex.Pattern NAME = java.util.regex.Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    private static final List<Rule> ALL = List.of(
            InputRules::nameIsAnIdentifier,
            InputRules::rangeFitsType,
            InputRules::lengthFitsType,
            InputRules::patternFitsType,
            InputRules::formatFitsType,
            InputRules::enumFitsType,
            InputRules::rangeIsNotEmpty,
            InputRules::lengthIsNotEmpty,
            InputRules::defaultIsInEnum,
            InputRules::defaultIsInRange,
            InputRules::defaultHasLength);

    private InputRules() {}

    /** One rule; nothing means it holds. */
    private interface Rule {
        Optional<Problem> broken(Input input, String path);
    }

    /**
     * @param patterns of the whole tool
     */
    static List<Problem> check(Input input, PatternRules patterns, String path) {
        var pattern = input.pattern()
                .flatMap(it -> patterns.broken(it, path + ".pattern").or(() -> defaultDoesNotMatch(input, it, path)));
        return Stream.concat(ALL.stream().flatMap(rule -> rule.broken(input, path).stream()), pattern.stream())
                .toList();
    }

    private static Optional<Problem> nameIsAnIdentifier(Input input, String path) {
        return NAME.matcher(input.name()).matches()
                ? Optional.empty()
                : Optional.of(invalid(
                        path + ".name",
                        "input-name",
                        "'%s' is not the name of an input".formatted(input.name()),
                        "use letters, digits and '_', at most 63"));
    }

    private static Optional<Problem> rangeFitsType(Input input, String path) {
        return fits(
                NUMBERS,
                input,
                path,
                input.minimum().isPresent() || input.maximum().isPresent(),
                "minimum",
                "maximum");
    }

    private static Optional<Problem> lengthFitsType(Input input, String path) {
        var declared = input.minLength().isPresent() || input.maxLength().isPresent();
        return fits(EnumSet.of(InputType.STRING), input, path, declared, "minLength", "maxLength");
    }

    private static Optional<Problem> patternFitsType(Input input, String path) {
        return fits(EnumSet.of(InputType.STRING), input, path, input.pattern().isPresent(), "pattern");
    }

    private static Optional<Problem> formatFitsType(Input input, String path) {
        return fits(EnumSet.of(InputType.STRING), input, path, input.format().isPresent(), "format");
    }

    private static Optional<Problem> enumFitsType(Input input, String path) {
        var type = input.items().orElse(input.type());
        return input.choices().isEmpty() || ENUMERABLE.contains(type)
                ? Optional.empty()
                : Optional.of(invalid(
                        path, "constraint-fits-type", "enum is not allowed for type " + type.spelling(), "remove it"));
    }

    private static Optional<Problem> fits(
            Set<InputType> types, Input input, String path, boolean declared, String... fields) {
        return !declared || types.contains(input.type())
                ? Optional.empty()
                : Optional.of(invalid(
                        path,
                        "constraint-fits-type",
                        "%s is not allowed for type %s"
                                .formatted(
                                        String.join(" or ", fields),
                                        input.type().spelling()),
                        "remove it, or use inputSchema"));
    }

    private static Optional<Problem> rangeIsNotEmpty(Input input, String path) {
        var empty = input.minimum().isPresent()
                && input.maximum().isPresent()
                && input.minimum().get().compareTo(input.maximum().get()) > 0;
        return empty
                ? Optional.of(invalid(
                        path + ".minimum", "range-not-empty", "minimum is above maximum", "swap them, or remove one"))
                : Optional.empty();
    }

    private static Optional<Problem> lengthIsNotEmpty(Input input, String path) {
        var least = input.minLength().orElse(0);
        var most = input.maxLength().orElse(Integer.MAX_VALUE);
        return least < 0 || least > most
                ? Optional.of(invalid(
                        path + ".minLength",
                        "length-not-empty",
                        "minLength is %d and maxLength %d".formatted(least, most),
                        "set minLength from 0 to maxLength"))
                : Optional.empty();
    }

    private static Optional<Problem> defaultIsInEnum(Input input, String path) {
        return input.choices().isEmpty()
                ? Optional.empty()
                : input.defaultValue()
                        .filter(value -> !isChosen(value, input.choices()))
                        .map(value -> invalid(
                                path + ".default",
                                "default-in-enum",
                                "the default '%s' is not in enum".formatted(text(value)),
                                "add it there, or change it"));
    }

    /** Of an array, each element has to be one. */
    private static boolean isChosen(JsonNode value, List<JsonNode> choices) {
        return value.isArray() ? value.valueStream().allMatch(choices::contains) : choices.contains(value);
    }

    private static Optional<Problem> defaultIsInRange(Input input, String path) {
        var number = input.defaultValue().filter(JsonNode::isNumber).map(JsonNode::decimalValue);
        return number.filter(it -> outside(it, input))
                .map(it -> invalid(
                        path + ".default",
                        "default-in-range",
                        "the default %s is outside minimum and maximum".formatted(it.toPlainString()),
                        "change it, or the bounds"));
    }

    private static boolean outside(BigDecimal number, Input input) {
        return input.minimum().filter(it -> number.compareTo(it) < 0).isPresent()
                || input.maximum().filter(it -> number.compareTo(it) > 0).isPresent();
    }

    private static Optional<Problem> defaultHasLength(Input input, String path) {
        return defaultText(input)
                .map(it -> it.codePointCount(0, it.length()))
                .filter(length -> length < input.minLength().orElse(0)
                        || length > input.maxLength().orElse(Integer.MAX_VALUE))
                .map(length -> invalid(
                        path + ".default",
                        "default-has-length",
                        "the default has %d characters, outside minLength and maxLength".formatted(length),
                        "change it, or the bounds"));
    }

    private static Optional<Problem> defaultDoesNotMatch(Input input, String pattern, String path) {
        return defaultText(input)
                .filter(text -> !Pattern.compile(pattern).matcher(text).find())
                .map(text -> invalid(
                        path + ".default",
                        "default-matches-pattern",
                        "the default '%s' does not match the pattern".formatted(text),
                        "change it, or the pattern"));
    }

    private static Optional<String> defaultText(Input input) {
        return input.type() == InputType.STRING
                ? input.defaultValue().filter(JsonNode::isString).map(JsonNode::stringValue)
                : Optional.empty();
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }
}
