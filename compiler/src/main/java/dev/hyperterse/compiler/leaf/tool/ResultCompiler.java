package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.Keyset;
import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.ResultRules.Overflow;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.catalog.RowShape;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.crds.v1alpha1.ResultFormat;
import dev.hyperterse.crds.v1alpha1.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.ResultShape;
import dev.hyperterse.crds.v1alpha1.ToolResult;
import java.util.ArrayList;
import java.util.Optional;

/** Compiles the limit and the format of a tool's rows. */
final class ResultCompiler {
    private static final String PATH = "spec.result.";

    private ResultCompiler() {}

    static Checked<ResultRules> compile(ToolResult result, Optional<Keyset> keyset) {
        var overflow = Choice.checked(result.overflow().orElse(ResultOverflow.Fail), Overflow.class, PATH + "overflow");
        var format = Choice.checked(result.format().orElse(ResultFormat.Rows), RowFormat.class, PATH + "format");
        var shape = Choice.checked(result.shape().orElse(ResultShape.Rows), RowShape.class, PATH + "shape");
        var problems = new ArrayList<Problem>(overflow.problems());
        problems.addAll(format.problems());
        problems.addAll(shape.problems());
        shape.valid().filter(it -> it != RowShape.Rows).ifPresent(_ -> {
            result.maxRows().ifPresent(_ -> problems.add(ofRowsOnly("maxRows")));
            result.overflow().ifPresent(_ -> problems.add(ofRowsOnly("overflow")));
            result.format().ifPresent(_ -> problems.add(ofRowsOnly("format")));
            keyset.ifPresent(_ -> problems.add(ofRowsOnly("keys")));
        });
        return problems.isEmpty()
                ? overflow.then(left ->
                        format.then(text -> shape.map(it -> new ResultRules(result.maxRows(), left, text, it, keyset))))
                : Checked.faulty(problems);
    }

    private static Problem ofRowsOnly(String field) {
        return Problem.of(
                Reason.InvalidSpec,
                PATH + field,
                "one-row-has-no-format",
                "%s is for shape Rows only".formatted(field),
                "remove it, or set shape: Rows");
    }
}
