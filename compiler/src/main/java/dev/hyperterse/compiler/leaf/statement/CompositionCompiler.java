package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.composition.ComposedCall;
import dev.hyperterse.catalog.composition.Expression;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.action.Composition;
import dev.hyperterse.rule.ExpressionCompilation;
import dev.hyperterse.rule.ExpressionCompiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Compiles the expressions of a tool that calls others. Whether those exist is seen when it runs: they come and go by themselves. */
public final class CompositionCompiler {
    private static final String PATH = "spec.composition";

    private CompositionCompiler() {}

    /** @param inputs of the tool */
    public static Checked<Action.Compose> compile(Composition composition, List<Input> inputs) {
        var problems = new ArrayList<Problem>();
        var calls = new ArrayList<ComposedCall>();
        var names = new ArrayList<String>();
        for (var index = 0; index < composition.calls().size(); index++) {
            var call = composition.calls().get(index);
            var path = FieldPath.item(PATH + ".calls", index);
            var name = name(call.name(), names, path + ".name").valid(problems);
            arguments(call, path + ".inputs", inputs, names, problems)
                    .ifPresent(it -> calls.add(new ComposedCall(call.name(), call.tool(), it)));
            name.ifPresent(names::add);
        }
        var result = expression(composition.result(), PATH + ".result", inputs, names)
                .valid(problems);
        return problems.isEmpty()
                ? Checked.sound(new Action.Compose(calls, result.orElseThrow()))
                : Checked.faulty(problems);
    }

    private static Checked<String> name(String name, List<String> before, String path) {
        if (ExpressionCompiler.TAKEN.contains(name)) {
            return Checked.faulty(Reason.InvalidSpec.problem(
                    path,
                    "call-named",
                    "'%s' has a meaning of its own in expressions".formatted(name),
                    "rename the call"));
        }
        return before.contains(name)
                ? Checked.faulty(Reason.InvalidSpec.problem(
                        path, "call-once", "duplicate call '%s'".formatted(name), "rename one"))
                : Checked.sound(name);
    }

    private static Optional<TreeMap<String, Expression>> arguments(
            Composition.Call call, String path, List<Input> inputs, List<String> before, List<Problem> problems) {
        var arguments = new TreeMap<String, Expression>();
        call.inputs().forEach((name, text) -> expression(text, FieldPath.key(path, name), inputs, before)
                .valid(problems)
                .ifPresent(it -> arguments.put(name, it)));
        return arguments.size() == call.inputs().size() ? Optional.of(arguments) : Optional.empty();
    }

    private static Checked<Expression> expression(String text, String path, List<Input> inputs, List<String> calls) {
        return switch (ExpressionCompiler.compile(text, inputs, calls)) {
            case ExpressionCompilation.Sound(var expression) -> Checked.sound(expression);
            case ExpressionCompilation.Faulty(var mistakes) ->
                Checked.faulty(mistakes.stream()
                        .map(it -> Reason.InvalidSpec.problem(path, it.rule(), it.message(), it.remedy())
                                .at(Position.in(text, it.offset())))
                        .toList());
        };
    }
}
