package dev.hyperterse.catalog;

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
}
