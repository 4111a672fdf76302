package dev.hyperterse.catalog.input;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One argument of a tool.
 *
 * @param items type of the elements of an {@link InputType#ARRAY}
 * @param optional may be absent, or null: without a default, or as null, it is NULL in a statement
 * @param defaultValue already coerced to the type
 * @param choices the enum, already coerced to the type; empty when any value is allowed
 * @param pattern RE2, matched anywhere in the text as JSON Schema does
 */
public record Input(
        String name,
        InputType type,
        Optional<InputType> items,
        Optional<String> description,
        boolean optional,
        Optional<JsonNode> defaultValue,
        List<JsonNode> choices,
        Optional<BigDecimal> minimum,
        Optional<BigDecimal> maximum,
        Optional<Integer> minLength,
        Optional<Integer> maxLength,
        Optional<String> pattern,
        Optional<String> format) {
    public Input {
        // A mapper reads an absent tree as a JSON null.
        defaultValue = defaultValue.filter(value -> !value.isNull());
        choices = choices == null ? List.of() : List.copyOf(choices);
    }

    /** One that may have any value of its type. */
    public static Input of(String name, InputType type, boolean optional) {
        return of(name, type, Optional.empty(), optional);
    }

    /** A list of any values of that type. */
    public static Input listOf(String name, InputType items, boolean optional) {
        return of(name, InputType.ARRAY, Optional.of(items), optional);
    }

    private static Input of(String name, InputType type, Optional<InputType> items, boolean optional) {
        return new Input(
                name,
                type,
                items,
                Optional.empty(),
                optional,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
