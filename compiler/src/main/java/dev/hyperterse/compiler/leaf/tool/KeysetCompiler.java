package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.input.ItemType;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import dev.hyperterse.crds.v1alpha1.result.ResultKey;
import dev.hyperterse.crds.v1alpha1.result.ToolResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Puts the input of type cursor and the keys of the result together. */
final class KeysetCompiler {
    private static final String KEYS = "spec.result.keys";

    private KeysetCompiler() {}

    static Checked<Optional<Keyset>> compile(ToolSpec spec) {
        var keys = spec.result().map(ToolResult::keys).orElse(List.of());
        var cursors = IntStream.range(0, spec.inputs().size())
                .filter(index -> spec.inputs().get(index).type() == dev.hyperterse.crds.v1alpha1.input.InputType.Cursor)
                .boxed()
                .toList();
        if (keys.isEmpty() && cursors.isEmpty()) {
            return Checked.sound(Optional.empty());
        }
        var problems = new ArrayList<Problem>();
        if (keys.isEmpty()) {
            problems.add(problem(
                    path(cursors.getFirst()) + ".type",
                    "a cursor needs the columns that the rows are ordered by",
                    "write them as result.keys"));
        }
        if (cursors.isEmpty()) {
            problems.add(problem(KEYS, "no input takes the cursor", "add an optional input of type cursor"));
        }
        cursors.stream()
                .skip(1)
                .forEach(index -> problems.add(
                        problem(path(index) + ".type", "a tool takes only one cursor", "remove one of them")));
        cursors.forEach(index -> onlyDescribed(spec.inputs().get(index), path(index), problems));
        var compiled = keys(keys, problems);
        return problems.isEmpty()
                ? Checked.sound(Optional.of(
                        new Keyset(spec.inputs().get(cursors.getFirst()).name(), compiled)))
                : Checked.faulty(problems);
    }

    /** It is absent on the first page, and its value is no business of authors or callers. */
    private static void onlyDescribed(ToolInput cursor, String path, List<Problem> problems) {
        if (cursor.optional().filter(optional -> !optional).isPresent()) {
            problems.add(problem(path + ".optional", "the first page has no cursor", "remove it"));
        }
        if (cursor.defaultValue().isPresent()) {
            problems.add(problem(path + ".default", "the first page has no cursor", "remove it"));
        }
        if (!cursor.choices().isEmpty()) {
            problems.add(problem(path + ".enum", "a cursor cannot have an enum", "remove it"));
        }
    }

    private static List<Keyset.Key> keys(List<ResultKey> declared, List<Problem> problems) {
        var names = new HashSet<String>();
        var keys = new ArrayList<Keyset.Key>();
        for (var index = 0; index < declared.size(); index++) {
            var key = declared.get(index);
            var path = FieldPath.item(KEYS, index);
            if (!names.add(key.name())) {
                problems.add(problem(path + ".name", "duplicate key '%s'".formatted(key.name()), "remove one"));
            }
            type(key)
                    .ifPresentOrElse(
                            type -> keys.add(new Keyset.Key(key.name(), type)),
                            () -> problems.add(Unsupported.unknownValue(path + ".type")));
        }
        return keys;
    }

    private static Optional<InputType> type(ResultKey key) {
        return switch (Optional.ofNullable(key.type()).orElse(ItemType.Unrecognized)) {
            case String -> Optional.of(InputType.STRING);
            case Int -> Optional.of(InputType.INT);
            case Float -> Optional.of(InputType.FLOAT);
            case Boolean -> Optional.of(InputType.BOOLEAN);
            case Datetime -> Optional.of(InputType.DATETIME);
            case Unrecognized -> Optional.empty();
        };
    }

    private static String path(int input) {
        return FieldPath.item("spec.inputs", input);
    }

    static Problem problem(String path, String message, String remedy) {
        return Reason.InvalidSpec.problem(path, "cursor-has-keys", message, remedy);
    }
}
