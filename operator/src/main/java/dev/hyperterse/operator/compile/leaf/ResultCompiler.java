package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.ResultRules;
import dev.hyperterse.catalog.ResultRules.Overflow;
import dev.hyperterse.catalog.RowFormat;
import dev.hyperterse.crds.v1alpha1.ResultFormat;
import dev.hyperterse.crds.v1alpha1.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.ToolResult;
import dev.hyperterse.operator.compile.server.Unsupported;
import dev.hyperterse.operator.problem.Checked;
import dev.hyperterse.operator.problem.Problem;
import java.util.ArrayList;

/** How many rows a tool answers with, and how they look. */
final class ResultCompiler {
    private static final String PATH = "spec.result.";

    private ResultCompiler() {}

    static Checked<ResultRules> compile(ToolResult result) {
        var overflow = overflow(result.overflow().orElse(ResultOverflow.Fail));
        var format = format(result.format().orElse(ResultFormat.Rows));
        var problems = new ArrayList<Problem>(overflow.problems());
        problems.addAll(format.problems());
        return problems.isEmpty()
                ? overflow.then(it -> format.map(shown -> new ResultRules(result.maxRows(), it, shown)))
                : Checked.faulty(problems);
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
