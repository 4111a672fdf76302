package dev.hyperterse.statement.binding;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import java.util.Optional;

/**
 * The value that a placeholder refers to.
 *
 * @param type of the value, or of the items of a list
 * @param input the declaration, where it is an input
 */
public record Target(Reference reference, Shape shape, ParameterType type, Optional<Input> input) {
    public enum Shape {
        SCALAR,
        LIST,
        JSON
    }

    public static Target text(Reference reference) {
        return new Target(reference, Shape.SCALAR, ParameterType.TEXT, Optional.empty());
    }

    public static Target of(Input input) {
        var reference = new Reference.Input(input.name());
        var declared = Optional.of(input);
        if (input.type() == InputType.ARRAY) {
            // Items of unknown or nested types cannot be a list in SQL.
            var items = input.items().map(Target::parameterType).orElse(ParameterType.JSON);
            return new Target(reference, items == ParameterType.JSON ? Shape.JSON : Shape.LIST, items, declared);
        }
        var type = parameterType(input.type());
        return new Target(reference, type == ParameterType.JSON ? Shape.JSON : Shape.SCALAR, type, declared);
    }

    private static ParameterType parameterType(InputType type) {
        return switch (type) {
            case STRING, DATETIME -> ParameterType.TEXT;
            case INT -> ParameterType.INTEGER;
            case FLOAT -> ParameterType.DECIMAL;
            case BOOLEAN -> ParameterType.BOOLEAN;
            case ARRAY, OBJECT -> ParameterType.JSON;
        };
    }

    public Target asJson() {
        return new Target(reference, Shape.JSON, ParameterType.JSON, input);
    }

    /** Whether a valid call can make it NULL: a default applies only if the input is left out, and not to null. */
    public boolean mayBeNull() {
        return input.map(Input::optional).orElse(false);
    }

    /** Whether a valid call can leave it out. */
    public boolean mayBeAbsent() {
        return input.map(declared ->
                        declared.optional() && declared.defaultValue().isEmpty())
                .orElse(false);
    }
}
