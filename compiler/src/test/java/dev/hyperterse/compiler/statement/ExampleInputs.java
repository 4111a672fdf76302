package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.sql.StatementSource;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The inputs that the examples name. */
final class ExampleInputs {
    static final Set<String> ENVIRONMENT = Set.of("REGION", "SCHEMA");

    static final List<Input> ALL = List.of(
            optional("s", InputType.STRING),
            optional("i", InputType.INT),
            optional("f", InputType.FLOAT),
            optional("b", InputType.BOOLEAN),
            optional("d", InputType.DATETIME),
            optional("o", InputType.OBJECT),
            optional("u", InputType.STRING),
            optional("day", InputType.STRING),
            optional("zone", InputType.STRING),
            optional("mood", InputType.STRING),
            list("ids", InputType.INT),
            list("names", InputType.STRING),
            list("prices", InputType.FLOAT),
            list("flags", InputType.BOOLEAN),
            list("moments", InputType.DATETIME),
            optional("anything", InputType.ARRAY),
            count("n", false),
            count("most", true),
            countWithDefault("few", 1),
            choice("pages", InputType.INT, false, number(10), number(50)),
            choice("column", InputType.STRING, false, text("item.id"), text("name")),
            choices("columns", false, text("item.id"), text("name")),
            choices("badcolumns", false, text("name"), text("item..id")),
            choices("maybecolumns", true, text("name")),
            choices("evils", false, text("lower"), text("Set_Config")),
            choice("direction", InputType.STRING, false, text("asc"), text("desc nulls last")),
            choice("badcolumn", InputType.STRING, false, text("name"), text("item..id")),
            choice("baddirection", InputType.STRING, false, text("asc"), text("desc; drop table item")),
            choice("maybecolumn", InputType.STRING, true, text("name")),
            choice("evil", InputType.STRING, false, text("lower"), text("Set_Config")),
            choice("file", InputType.STRING, false, text("into outfile")),
            choice("lock", InputType.STRING, false, text("for update")),
            choice("into", InputType.STRING, false, text("FROM item"), text("INTO Temp")));

    private ExampleInputs() {}

    static StatementSource source(Dialect dialect, String text) {
        return new StatementSource(text, dialect, Adapter.Access.ReadWrite, ALL, ENVIRONMENT);
    }

    static StatementSource readOnly(Dialect dialect, String text) {
        return new StatementSource(text, dialect, Adapter.Access.ReadOnly, ALL, ENVIRONMENT);
    }

    static JsonNode text(String value) {
        return JsonNodeFactory.instance.stringNode(value);
    }

    private static JsonNode number(long value) {
        return JsonNodeFactory.instance.numberNode(value);
    }

    private static Input optional(String name, InputType type) {
        return input(name, type, Optional.empty(), true, Optional.empty(), List.of());
    }

    private static Input list(String name, InputType items) {
        return input(name, InputType.ARRAY, Optional.of(items), true, Optional.empty(), List.of());
    }

    private static Input count(String name, boolean optional) {
        return input(name, InputType.INT, Optional.empty(), optional, Optional.of(BigDecimal.ZERO), List.of());
    }

    private static Input countWithDefault(String name, long defaultValue) {
        var count = count(name, true);
        return new Input(
                name,
                count.type(),
                count.items(),
                count.description(),
                count.optional(),
                Optional.of(number(defaultValue)),
                count.choices(),
                count.minimum(),
                count.maximum(),
                count.minLength(),
                count.maxLength(),
                count.pattern(),
                count.format());
    }

    private static Input choices(String name, boolean optional, JsonNode... choices) {
        return input(
                name,
                InputType.ARRAY,
                Optional.of(InputType.STRING),
                optional,
                Optional.empty(),
                Arrays.asList(choices));
    }

    static Input choice(String name, InputType type, boolean optional, JsonNode... choices) {
        return input(name, type, Optional.empty(), optional, Optional.empty(), Arrays.asList(choices));
    }

    private static Input input(
            String name,
            InputType type,
            Optional<InputType> items,
            boolean optional,
            Optional<BigDecimal> minimum,
            List<JsonNode> choices) {
        return new Input(
                name,
                type,
                items,
                Optional.empty(),
                optional,
                Optional.empty(),
                choices,
                minimum,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
