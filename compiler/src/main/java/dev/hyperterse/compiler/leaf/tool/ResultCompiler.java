package dev.hyperterse.compiler.leaf.tool;

import dev.hyperterse.catalog.Keyset;
import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.ResultRules.Overflow;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.catalog.RowShape;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
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
        var overflow = overflow(result.overflow().orElse(ResultOverflow.Fail));
        var format = format(result.format().orElse(ResultFormat.Rows));
        var shape = shape(result.shape().orElse(ResultShape.Rows));
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

    private static Checked<RowShape> shape(ResultShape shape) {
        return switch (shape) {
            case Rows -> Checked.sound(RowShape.Rows);
            case Row -> Checked.sound(RowShape.Row);
            case Value -> Checked.sound(RowShape.Value);
            case Unrecognized -> Checked.faulty(Unsupported.unknownValue(PATH + "shape"));
        };
    }

    private static Checked<Overflow> overflow(ResultOverflow overflow) {
        return switch (overflow) {
            case Fail -> Checked.sound(Overflow.Fail);
            case Truncate -> Checked.sound(Overflow.Truncate);
            case Unrecognized -> Checked.faulty(Unsupported.unknownValue(PATH + "overflow"));
        };
    }

    private static Checked<RowFormat> format(ResultFormat format) {
        return switch (format) {
            case Rows -> Checked.sound(RowFormat.Rows);
            case Columns -> Checked.sound(RowFormat.Columns);
            case Csv -> Checked.sound(RowFormat.Csv);
            case Markdown -> Checked.sound(RowFormat.Markdown);
            case Unrecognized -> Checked.faulty(Unsupported.unknownValue(PATH + "format"));
        };
    }
}
