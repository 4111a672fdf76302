package dev.hyperterse.operator.compile;

import dev.hyperterse.operator.compile.leaf.LastGood;
import dev.hyperterse.operator.compile.leaf.PromptCompiler;
import dev.hyperterse.operator.compile.leaf.ResourceCompiler;
import dev.hyperterse.operator.compile.leaf.ToolCompiler;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.function.Function;

/** The compilers of the three kinds, and the check of last good versions. */
record LeafCompilers(ToolCompiler tools, PromptCompiler prompts, ResourceCompiler resources, LastGood lastGood) {
    static LeafCompilers of(Function<StatementSource, StatementCompilation> statements) {
        return new LeafCompilers(
                new ToolCompiler(statements),
                new PromptCompiler(statements),
                new ResourceCompiler(statements),
                new LastGood(statements));
    }
}
