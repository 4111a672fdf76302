package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** An input of each kind. */
final class DocumentInputs {
    static final List<Input> ALL = List.of(
            input("s", InputType.STRING, false),
            input("maybe", InputType.STRING, true),
            input("i", InputType.INT, false),
            count(),
            input("f", InputType.FLOAT, false),
            input("b", InputType.BOOLEAN, false),
            input("d", InputType.DATETIME, false),
            input("o", InputType.OBJECT, false),
            list("ids", InputType.STRING),
            choice("which", "orders", "customers"),
            choice("hidden", "orders", "system.users"));

    /** The same, of which a call may leave out all that it does not need. */
    static final List<Input> OPTIONAL = List.of(
            input("s", InputType.STRING, true),
            input("i", InputType.INT, true),
            input("f", InputType.FLOAT, true),
            input("b", InputType.BOOLEAN, true),
            input("d", InputType.DATETIME, true),
            input("o", InputType.OBJECT, true),
            list("ids", InputType.STRING, true),
            choice("which", "orders", "customers"));

    private DocumentInputs() {}

    private static Input input(String name, InputType type, boolean optional) {
        return input(name, type, Optional.empty(), optional, List.of(), Optional.empty(), Optional.empty());
    }

    private static Input list(String name, InputType items) {
        return list(name, items, false);
    }

    private static Input list(String name, InputType items, boolean optional) {
        return input(
                name, InputType.ARRAY, Optional.of(items), optional, List.of(), Optional.empty(), Optional.empty());
    }

    private static Input count() {
        return input(
                "n", InputType.INT, Optional.empty(), false, List.of(), Optional.of(BigDecimal.ONE), Optional.empty());
    }

    private static Input choice(String name, String... choices) {
        return input(
                name,
                InputType.STRING,
                Optional.empty(),
                false,
                List.of(choices),
                Optional.empty(),
                Optional.of(StringNode.valueOf(choices[0])));
    }

    private static Input input(
            String name,
            InputType type,
            Optional<InputType> items,
            boolean optional,
            List<String> choices,
            Optional<BigDecimal> minimum,
            Optional<JsonNode> defaultValue) {
        return new Input(
                name,
                type,
                items,
                Optional.empty(),
                optional || defaultValue.isPresent(),
                defaultValue,
                choices.stream().<JsonNode>map(StringNode::valueOf).toList(),
                minimum,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
