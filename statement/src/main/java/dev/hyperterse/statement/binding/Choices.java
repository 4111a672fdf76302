package dev.hyperterse.statement.binding;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * The choices of an enum in positions where no value can be bound. The compiler renders each choice once; a replica can
 * only look one up.
 */
public record Choices(Findings findings) {
    /**
     * Renders every value of the enum, which is that of the items where the filter takes several.
     *
     * @param rendering empty for a value that it has reported as unsuitable
     */
    public Optional<Map<String, String>> render(
            Placeholder placeholder, Target target, Function<String, Optional<String>> rendering) {
        if (target.input().isEmpty()) {
            return refuse(
                    BindingRule.CHOICE_WITHOUT_ENUM,
                    placeholder,
                    "%s has no enum to choose from".formatted(placeholder.display()),
                    "only an input with an enum can be chosen from");
        }
        var input = target.input().get();
        var several = placeholder.has(Filter.IDENTIFIERS);
        if (input.choices().isEmpty() || (several ? !isListOfTexts(input) : input.type() != InputType.STRING)) {
            return refuse(
                    BindingRule.CHOICE_WITHOUT_ENUM,
                    placeholder,
                    "input '%s' is not a %s with an enum"
                            .formatted(input.name(), several ? "list of strings" : "string"),
                    several
                            ? "declare type: array and items: {type: string, enum: [...]} of all that is allowed here"
                            : "declare type: string and an enum of all that is allowed here");
        }
        if (target.mayBeAbsent()) {
            return refuse(
                    BindingRule.CHOICE_MAY_BE_ABSENT,
                    placeholder,
                    "input '%s' can be absent, and a name or keyword cannot be NULL".formatted(input.name()),
                    "give it a default, or drop optional");
        }
        var renderings = new LinkedHashMap<String, String>();
        for (var choice : values(input)) {
            rendering.apply(choice).ifPresent(rendered -> renderings.put(choice, rendered));
        }
        return Optional.of(renderings);
    }

    private static boolean isListOfTexts(Input input) {
        return input.type() == InputType.ARRAY && input.items().equals(Optional.of(InputType.STRING));
    }

    private Optional<Map<String, String>> refuse(
            BindingRule rule, Placeholder placeholder, String message, String remedy) {
        findings.add(rule, placeholder.start(), message, remedy);
        return Optional.empty();
    }

    /** The values of an enum of strings. */
    public static List<String> values(Input input) {
        return input.choices().stream().map(JsonNode::asString).toList();
    }
}
