package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.result.Keyset;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.ForScripts;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.compiler.leaf.link.ResultDefaults;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.crds.v1alpha1.result.ResultFormat;
import dev.hyperterse.crds.v1alpha1.result.ResultShape;
import dev.hyperterse.crds.v1alpha1.result.ToolResult;
import java.util.ArrayList;
import java.util.Optional;

/** Compiles the limit and the format of a tool's rows. */
final class ResultCompiler {
    private static final String PATH = "spec.result.";

    private ResultCompiler() {}

    /** @param defaults of what the tool does not say; pages are for truncated answers */
    static Checked<ResultRules> compile(ToolResult result, ResultDefaults defaults, Optional<Keyset> keyset) {
        var overflow = result.overflow()
                .map(it -> Choice.checked(it, Overflow.class, PATH + "overflow"))
                .orElseGet(() -> Checked.sound(keyset.isPresent() ? Overflow.Truncate : defaults.overflow()));
        var format = Choice.checked(result.format().orElse(ResultFormat.Rows), RowFormat.class, PATH + "format");
        var shape = Choice.checked(result.shape().orElse(ResultShape.Rows), RowShape.class, PATH + "shape");
        var marked = ResultDefaults.marked(result.untrusted(), defaults.marked(), PATH + "untrusted");
        var problems = new ArrayList<Problem>(overflow.problems());
        problems.addAll(format.problems());
        problems.addAll(shape.problems());
        problems.addAll(marked.problems());
        if (keyset.isPresent()
                && shape.valid().filter(it -> it != RowShape.Rows).isPresent()) {
            problems.add(Reason.InvalidSpec.problem(
                    PATH + "keys",
                    "one-row-has-no-format",
                    "keys is for shape Rows only",
                    "remove it, or set shape: Rows"));
        }
        return problems.isEmpty()
                ? overflow.then(left -> format.then(text ->
                        shape.then(it -> marked.map(marks -> rules(result, defaults, left, text, it, keyset, marks)))))
                : Checked.faulty(problems);
    }

    private static ResultRules rules(
            ToolResult result,
            ResultDefaults defaults,
            Overflow overflow,
            RowFormat format,
            RowShape shape,
            Optional<Keyset> keyset,
            boolean marked) {
        var tokens = result.maxTokens().or(() -> Optional.of(defaults.maxTokens()));
        var answer = new ForScripts(result.maxRows().or(() -> Optional.of(defaults.maxRows())), overflow);
        return shape == RowShape.Rows
                ? new ResultRules(
                        answer.maxRows(),
                        tokens,
                        overflow,
                        format,
                        shape,
                        keyset,
                        Optional.of(own(result, overflow, keyset)).filter(own -> !own.equals(answer)),
                        marked)
                : new ResultRules(
                        Optional.empty(), tokens, Overflow.Fail, format, shape, keyset, Optional.empty(), marked);
    }

    /** A script would count the first rows only, so its rows are cut only where the author of the tool set a limit. */
    private static ForScripts own(ToolResult result, Overflow overflow, Optional<Keyset> keyset) {
        var limited = result.maxRows().isPresent() || result.overflow().isPresent() || keyset.isPresent();
        return new ForScripts(result.maxRows(), limited ? overflow : Overflow.Fail);
    }
}
