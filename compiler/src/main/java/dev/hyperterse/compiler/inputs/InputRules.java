package dev.hyperterse.compiler.inputs;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The rules between the parts of one input that the schema does not have, in the order a reader would check them. */
final class InputRules {
    private static final Set<InputType> ENUMERABLE =
            EnumSet.of(InputType.STRING, InputType.INT, InputType.FLOAT, InputType.DATETIME);

    private static final List<Rule> ALL = List.of(
            InputRules::enumFitsType,
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

    private static Optional<Problem> enumFitsType(Input input, String path) {
        var type = input.items().orElse(input.type());
        return input.choices().isEmpty() || ENUMERABLE.contains(type)
                ? Optional.empty()
                : Optional.of(Reason.InvalidInputs.problem(
                        path, "constraint-fits-type", "enum is not allowed for type " + type.spelling(), "remove it"));
    }

    private static Optional<Problem> defaultIsInEnum(Input input, String path) {
        return input.choices().isEmpty()
                ? Optional.empty()
                : input.defaultValue()
                        .filter(value -> !isChosen(value, input.choices()))
                        .map(value -> Reason.InvalidInputs.problem(
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
                .map(it -> Reason.InvalidInputs.problem(
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
                .map(length -> Reason.InvalidInputs.problem(
                        path + ".default",
                        "default-has-length",
                        "the default has %d characters, outside minLength and maxLength".formatted(length),
                        "change it, or the bounds"));
    }

    private static Optional<Problem> defaultDoesNotMatch(Input input, String pattern, String path) {
        return defaultText(input)
                .filter(text -> !Pattern.compile(pattern).matcher(text).find())
                .map(text -> Reason.InvalidInputs.problem(
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
