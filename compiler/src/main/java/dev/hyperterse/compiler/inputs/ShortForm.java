package dev.hyperterse.compiler.inputs;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.input.ItemType;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Compiles inputs of the short form: texts become values of their type, and what contradicts itself is refused. */
final class ShortForm {
    private ShortForm() {}

    static Checked<List<Input>> compile(List<ToolInput> declared, String path) {
        var inputs = new ArrayList<Checked<Input>>();
        var names = new HashSet<String>();
        var patterns = new PatternRules(Reason.InvalidInputs);
        for (var index = 0; index < declared.size(); index++) {
            var input = declared.get(index);
            var field = FieldPath.item(path, index);
            // Of two, one may be bound to the caller's identity and the other be the client's to set.
            inputs.add(
                    names.add(input.name())
                            ? compileOne(input, patterns, field)
                            : Checked.faulty(Reason.InvalidInputs.problem(
                                    field + ".name",
                                    "input-once",
                                    "duplicate input '%s'".formatted(input.name()),
                                    "rename one")));
        }
        return Checked.all(inputs);
    }

    private static Checked<Input> compileOne(ToolInput declared, PatternRules patterns, String path) {
        var type = type(declared);
        if (type.isEmpty()) {
            return Checked.faulty(Unsupported.unknownValue(path + ".type"));
        }
        var problems = new ArrayList<Problem>();
        var items = items(declared, type.get(), path, problems);
        var choices = choices(declared, type.get(), items, path, problems);
        var defaultValue = declared.defaultValue()
                .flatMap(text -> coerced(type.get(), text, path + ".default", "default", problems));
        var input = new Input(
                declared.name(),
                type.get(),
                items,
                declared.description().or(() -> ofCursor(declared)),
                declared.optional().orElse(false)
                        || declared.defaultValue().isPresent()
                        || declared.type() == dev.hyperterse.crds.v1alpha1.input.InputType.Cursor,
                defaultValue,
                choices,
                declared.minimum(),
                declared.maximum(),
                declared.minLength(),
                declared.maxLength(),
                declared.pattern(),
                declared.format());
        problems.addAll(InputRules.check(input, patterns, path));
        return Checked.unless(problems, input);
    }

    private static Optional<String> ofCursor(ToolInput declared) {
        return declared.type() == dev.hyperterse.crds.v1alpha1.input.InputType.Cursor
                ? Optional.of("Where the page begins: nextCursor of the answer before, and nothing for the first page")
                : Optional.empty();
    }

    private static Optional<InputType> type(ToolInput declared) {
        return Optional.ofNullable(declared.type()).flatMap(type -> switch (type) {
            case String -> Optional.of(InputType.STRING);
            case Int -> Optional.of(InputType.INT);
            case Float -> Optional.of(InputType.FLOAT);
            case Boolean -> Optional.of(InputType.BOOLEAN);
            case Datetime -> Optional.of(InputType.DATETIME);
            case Array -> Optional.of(InputType.ARRAY);
            case Object -> Optional.of(InputType.OBJECT);
            // Opaque to callers; KeysetCompiler knows what is in it.
            case Cursor -> Optional.of(InputType.STRING);
            case Unrecognized -> Optional.empty();
        });
    }

    private static Optional<InputType> items(ToolInput declared, InputType type, String path, List<Problem> problems) {
        if (type != InputType.ARRAY) {
            // The schema has this rule for the inputs of tools alone, and the queries of scripts have inputs too.
            declared.items()
                    .ifPresent(_ -> problems.add(Reason.InvalidInputs.problem(
                            path + ".items",
                            "constraint-fits-type",
                            "'items' is not allowed for type " + type.spelling(),
                            "remove it")));
            return Optional.empty();
        }
        if (declared.items().isEmpty()) {
            problems.add(
                    Reason.InvalidInputs.problem(
                            path + ".items",
                            "array-names-its-items",
                            "an array has to say what its items are, because values are converted to that type",
                            "write items: {type: string}, or the type they have; inputSchema describes arrays of anything else"));
            return Optional.empty();
        }
        var items = Optional.ofNullable(declared.items().get().type()).orElse(ItemType.Unrecognized);
        return switch (items) {
            case String -> Optional.of(InputType.STRING);
            case Int -> Optional.of(InputType.INT);
            case Float -> Optional.of(InputType.FLOAT);
            case Boolean -> Optional.of(InputType.BOOLEAN);
            case Datetime -> Optional.of(InputType.DATETIME);
            case Unrecognized -> {
                problems.add(Unsupported.unknownValue(path + ".items.type"));
                yield Optional.empty();
            }
        };
    }

    /** Those of the value, or of each element of an array. */
    private static List<JsonNode> choices(
            ToolInput declared, InputType type, Optional<InputType> items, String path, List<Problem> problems) {
        var ofItems = declared.items().map(ToolInput.Items::choices).orElse(List.of());
        if (type != InputType.ARRAY || items.isEmpty()) {
            return choices(declared.choices(), type, path + ".enum", problems);
        }
        return choices(ofItems, items.get(), path + ".items.enum", problems);
    }

    private static List<JsonNode> choices(List<String> texts, InputType type, String path, List<Problem> problems) {
        var choices = new ArrayList<JsonNode>();
        for (var index = 0; index < texts.size(); index++) {
            var field = FieldPath.item(path, index);
            var choice = coerced(type, texts.get(index), field, "enum value", problems);
            if (choice.filter(choices::contains).isPresent()) {
                problems.add(Reason.InvalidInputs.problem(
                        field, "choice-once", "duplicate value '%s'".formatted(choice.get()), "remove it"));
            }
            choice.ifPresent(choices::add);
        }
        return choices;
    }

    private static Optional<JsonNode> coerced(
            InputType type, String text, String path, String what, List<Problem> problems) {
        var value = InputTextCoercion.coerce(type, text);
        if (value.isEmpty()) {
            problems.add(Reason.InvalidInputs.problem(
                    path,
                    "value-of-type",
                    "the %s '%s' is not of type %s".formatted(what, text, type.spelling()),
                    "write " + InputTextCoercion.expected(type)));
        }
        return value;
    }
}
